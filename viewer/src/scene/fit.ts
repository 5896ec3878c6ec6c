/** How far away a camera must be to see all of a box, looking at its middle from a direction. */

/**
 * @param corners x, y, z interleaved, from the point looked at
 * @param towards a unit vector from there to the camera; `right` and `up` of the camera, unit vectors
 * @param aspect width over height of the picture
 */
export function distanceToFit(
  corners: readonly number[],
  towards: readonly number[],
  right: readonly number[],
  up: readonly number[],
  fieldOfView: number,
  aspect: number,
): number {
  const tangent = Math.tan(fieldOfView / 2);
  let distance = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const along = (axis: readonly number[]) =>
      corners[k]! * axis[0]! + corners[k + 1]! * axis[1]! + corners[k + 2]! * axis[2]!;
    const near = along(towards);
    distance = Math.max(
      distance,
      near + Math.abs(along(right)) / (tangent * aspect),
      near + Math.abs(along(up)) / tangent,
    );
  }
  return distance;
}
