/**
 * Pictures lying on the floor, such as density maps: one textured rectangle each, or on stairs and the like one that follows their steps or
 * slope, cut along their outline. The same picture changed is filled again, not made again.
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
import { type StepPoint, stepsOf } from './link-steps.ts';
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
  /** The place it takes, as text. */
  lies: string;
}

export function createFloorPictures(): FloorPictures {
  const root = new Group();
  let all: Shown[] = [];

  function make(picture: FloorPicture): Shown {
    const { columns, rows } = picture;
    const texture = new DataTexture(new Uint8Array(4 * columns * rows), columns, rows);
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
    return { mesh, texture, lies: whereOf(picture) };
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
      if (all.length !== pictures.length || pictures.some((picture, k) => all[k]?.lies !== whereOf(picture))) {
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

const whereOf = ({ left, bottom, width, height, z, columns, rows, link }: FloorPicture) =>
  [left, bottom, width, height, z, columns, rows, link?.kind, link?.corners].join();

/** Seen from above, each corner with its place in the picture. */
export function geometryOf({ left, bottom, width, height, z, link }: FloorPicture): BufferGeometry {
  const places: number[] = [];
  const inPicture: number[] = [];
  const quad = (a: StepPoint, b: StepPoint, c: StepPoint, d: StepPoint): void => {
    for (const [x, y, at] of [a, b, c, a, c, d]) {
      places.push(x, y, at + ABOVE);
      inPicture.push((x - left) / width, (y - bottom) / height);
    }
  };
  if (link === undefined) {
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
