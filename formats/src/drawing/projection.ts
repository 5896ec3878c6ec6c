/**
 * Longitude/latitude to local metres and back, as a Frame (engine, map/plan.ts).
 *
 * A local equirectangular projection on the WGS84 ellipsoid: at the centre latitude φ, one degree of latitude is M(φ) ·
 * π/180 metres and one of longitude N(φ) · cos φ · π/180, with M the radius of curvature along the meridian and N the
 * one across it. It is linear, so it is inverted exactly but for rounding (far below a micrometre).
 *
 * Error: lengths are right at the centre latitude. d metres north or south of it east–west lengths are off by about
 * d · tan φ / 6.4e6: 0.01 % at 500 m and 50° (10 cm in a kilometre), 0.5 % at the edge of a file half a degree high.
 */
import type { Frame } from '@foulee/engine';
import { sineCosineDegrees } from '@foulee/engine';

const EQUATORIAL_RADIUS = 6378137; // WGS84, metres
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);

/** Metres per degree of longitude and of latitude at a latitude. */
export function metresPerDegree(latitude: number): { longitude: number; latitude: number } {
  const [sine, cosine] = sineCosineDegrees(latitude);
  const w = 1 - ECCENTRICITY_SQUARED * sine * sine;
  const across = EQUATORIAL_RADIUS / Math.sqrt(w);
  const along = (across * (1 - ECCENTRICITY_SQUARED)) / w;
  const radians = Math.PI / 180;
  return { longitude: across * cosine * radians, latitude: along * radians };
}

/** The frame of a file in degrees, about a centre away from the poles. */
export function lonlatFrame(longitude: number, latitude: number): Frame {
  const metres = metresPerDegree(latitude);
  return { x0: longitude, y0: latitude, unitX: 1 / metres.longitude, unitY: 1 / metres.latitude };
}
