/**
 * Pictures lying on the floor, such as density maps: a textured rectangle each, or the triangles of the floor they cover, or on stairs and
 * the like one that follows their steps or slope, cut along their outline. The same picture changed is filled again, not made again.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  Group,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  SRGBColorSpace,
} from 'three';
import { type StepPoint, stepsOf } from '@foulee/formats';
import { floorOrder } from './place-mesh.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';

export interface FloorPictures {
  root: Group;
  set: (pictures: readonly FloorPicture[]) => void;
  dispose: () => void;
}

/** Metres above the floor: below what is sketched on it. */
const ABOVE = 0.02;
/** Drawn after its own floor and before the one above, which is seen through: between floors there is more than a decimetre. */
const AFTER_FLOOR = 1e-5;

interface Shown {
  mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  texture: DataTexture;
  /** The place it takes, as text, and its triangles. */
  lies: string;
  triangles: Float32Array | undefined;
}

export function createFloorPictures(): FloorPictures {
  const root = new Group();
  let all: Shown[] = [];

  function make(picture: FloorPicture): Shown {
    const { columns, pixels } = picture;
    const texture = new DataTexture(new Uint8Array(pixels.length), columns, pixels.length / (4 * columns));
    texture.magFilter = texture.minFilter = NearestFilter;
    texture.colorSpace = SRGBColorSpace;
    const material = new MeshBasicMaterial({
      map: texture,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      polygonOffset: true,
      polygonOffsetFactor: -1,
    });
    const mesh = new Mesh(geometryOf(picture), material);
    mesh.frustumCulled = false;
    mesh.renderOrder = floorOrder(picture.z) + AFTER_FLOOR;
    root.add(mesh);
    return { mesh, texture, lies: whereOf(picture), triangles: picture.triangles };
  }

  function remove({ mesh, texture }: Shown): void {
    root.remove(mesh);
    mesh.geometry.dispose();
    mesh.material.dispose();
    texture.dispose();
  }

  return {
    root,
    set: (pictures) => {
      if (all.length !== pictures.length || pictures.some((picture, k) => !isSamePlace(all[k], picture))) {
        for (const one of all) remove(one);
        all = pictures.map(make);
      }
      pictures.forEach(({ pixels }, k) => {
        const { mesh, texture } = all[k];
        // A place has many stairs, and nobody on most of them.
        mesh.visible = pixels.some((value) => value > 0);
        (texture.image.data as Uint8Array).set(pixels);
        texture.needsUpdate = true;
      });
    },
    dispose: () => {
      for (const one of all) remove(one);
    },
  };
}

const whereOf = ({ left, bottom, width, height, z, columns, rows, link, pixels }: FloorPicture) =>
  [left, bottom, width, height, z, columns, rows, link?.kind, link?.corners, pixels.length].join();

function isSamePlace({ lies, triangles }: Shown, picture: FloorPicture): boolean {
  if (lies !== whereOf(picture)) return false;
  const others = picture.triangles;
  // Those from the worker are copies each time.
  return (
    triangles === others || (triangles?.length === others?.length && !!triangles?.every((at, k) => at === others![k]))
  );
}

/** Seen from above, each corner with its place in the picture. */
export function geometryOf(picture: FloorPicture): BufferGeometry {
  const { left, bottom, width, height, z, link, triangles, columns, rows, pixels } = picture;
  const squaresHigh = (4 * columns * rows) / pixels.length;
  const places: number[] = [];
  const inPicture: number[] = [];
  const quad = (a: StepPoint, b: StepPoint, c: StepPoint, d: StepPoint): void => {
    for (const [x, y, at] of [a, b, c, a, c, d]) {
      places.push(x, y, at + ABOVE);
      inPicture.push((x - left) / width, (squaresHigh * (y - bottom)) / height);
    }
  };
  if (triangles !== undefined) {
    for (let k = 0; k < triangles.length; k += 4) {
      places.push(triangles[k], triangles[k + 1], z + ABOVE);
      inPicture.push(triangles[k + 2], triangles[k + 3]);
    }
  } else if (link === undefined) {
    const [right, top] = [left + width, bottom + height];
    quad([left, bottom, z], [right, bottom, z], [right, top, z], [left, top, z]);
  } else {
    for (const { left: from, right: to, leftOn, rightOn, riser } of stepsOf(link)) {
      quad(from, to, rightOn, leftOn);
      if (riser !== undefined) quad([from[0], from[1], riser], [to[0], to[1], riser], to, from);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
  geometry.setAttribute('uv', new BufferAttribute(Float32Array.from(inPicture), 2));
  return geometry;
}
