/** Pictures lying on the floor, such as density maps: one textured rectangle each. The same picture changed is filled again, not made again. */
import { DataTexture, Group, Mesh, MeshBasicMaterial, NearestFilter, PlaneGeometry, SRGBColorSpace } from 'three';

export interface FloorPicture {
  /** Metres from the origin of the place; height of the floor. */
  left: number;
  bottom: number;
  width: number;
  height: number;
  z: number;
  columns: number;
  rows: number;
  /** RGBA, the lowest row first. */
  pixels: Uint8Array;
}

export interface FloorPictures {
  root: Group;
  set: (pictures: readonly FloorPicture[]) => void;
  dispose: () => void;
}

/** Metres above the floor: below what is sketched on it. */
const ABOVE = 0.02;

interface Shown {
  mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  texture: DataTexture;
}

export function createFloorPictures(): FloorPictures {
  const root = new Group();
  let all: Shown[] = [];

  function make({ columns, rows }: FloorPicture): Shown {
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
    const mesh = new Mesh(new PlaneGeometry(1, 1), material);
    mesh.frustumCulled = false;
    root.add(mesh);
    return { mesh, texture };
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
      const fits = (shown: Shown | undefined, { columns, rows }: FloorPicture) =>
        shown !== undefined && shown.texture.image.width === columns && shown.texture.image.height === rows;
      if (all.length !== pictures.length || pictures.some((picture, k) => !fits(all[k], picture))) {
        for (const one of all) remove(one);
        all = pictures.map(make);
      }
      pictures.forEach(({ left, bottom, width, height, z, pixels }, k) => {
        const { mesh, texture } = all[k]!;
        mesh.position.set(left + width / 2, bottom + height / 2, z + ABOVE);
        mesh.scale.set(width, height, 1);
        (texture.image.data as Uint8Array).set(pixels);
        texture.needsUpdate = true;
      });
    },
    dispose: () => {
      for (const one of all) remove(one);
    },
  };
}
