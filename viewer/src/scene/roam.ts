/** Where a camera may go that turns around a target, in three.js's coordinates, y up: never below the floor, and never so far that one is lost. */
import { Box3, Vector3 } from 'three';
import type { Place } from '../protocol/place.ts';

/** Metres between the camera and the floor below it, at least. */
const LEAST_HEIGHT = 0.5;
/** Radians from straight down: never quite level, however far away. */
const LEVEL = Math.PI / 2 - 0.05;
/** Around the place: metres, and a share of its longer side. */
const MARGIN = 2;
const MARGIN_SHARE = 0.1;
/** Metres above the highest floor: heads. */
const HEADS = 2;

/** How far from straight down a camera may look at something on the floor from a distance, so that it stays above it. */
export function mostLevelAngle(distance: number): number {
  return Math.min(LEVEL, Math.acos(Math.min(1, LEAST_HEIGHT / Math.max(distance, 1e-6))));
}

/** What a camera may look at. */
export function roamOf({ bounds: [left, bottom, right, top], levels }: Place): Box3 {
  const elevations = levels.map(({ elevation }) => elevation);
  const margin = MARGIN + MARGIN_SHARE * Math.max(right - left, top - bottom);
  return new Box3(
    new Vector3(left - margin, Math.min(...elevations), -top - margin),
    new Vector3(right + margin, Math.max(...elevations) + HEADS, -bottom + margin),
  );
}

/**
 * What a camera looks at after it came nearer or went away so that what is under the pointer stays there: all distances from it become that
 * share of what they were.
 */
export function scaledAbout(target: Vector3, about: Vector3, share: number): Vector3 {
  return about.clone().addScaledVector(target.clone().sub(about), share);
}
