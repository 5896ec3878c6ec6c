/** Scene (run/history.ts) → people, as instances of one figure: a draw call for all of them. In plan coordinates, z up. */
import {
  CapsuleGeometry,
  Color,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  type Object3D,
} from 'three';
import type { Scene } from '../run/history.ts';
import { MOMENT, type Person, VX, VY, WAITED, X, Y, Z } from '../run/moment.ts';
import { SPEED_RAMP } from './colours.ts';

export interface People {
  root: Object3D;
  show: (scene: Scene, people: ReadonlyMap<number, Person>, colouring: string, selected: number | undefined) => void;
  dispose: () => void;
}

/** Metres per second at the end of the ramp. */
const FAST = 1.8;
const TALL = 1.7;

export function createPeople(): People {
  let capacity = 1024;
  const geometry = new CapsuleGeometry(0.2, TALL - 0.4, 4, 10).rotateX(Math.PI / 2).translate(0, 0, TALL / 2);
  const material = new MeshLambertMaterial();
  const root = { current: make() };
  const holder: Object3D = new InstancedMesh(geometry, material, 0);
  holder.add(root.current);
  const matrix = new Matrix4();
  const colour = new Color();
  const ramp = SPEED_RAMP.map((hex) => new Color(hex));

  function make(): InstancedMesh {
    const mesh = new InstancedMesh(geometry, material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    return mesh;
  }

  return {
    root: holder,
    show: (scene, people, colouring, selected) => {
      if (scene.count > capacity) {
        holder.remove(root.current);
        root.current.dispose();
        while (capacity < scene.count) capacity *= 2;
        root.current = make();
        holder.add(root.current);
      }
      const mesh = root.current;
      mesh.count = scene.count;
      for (let i = 0; i < scene.count; i++) {
        const at = MOMENT * i;
        const { numbers } = scene;
        matrix.makeTranslation(numbers[at + X]!, numbers[at + Y]!, numbers[at + Z]!);
        mesh.setMatrixAt(i, matrix);
        const speed = Math.hypot(numbers[at + VX]!, numbers[at + VY]!);
        const share = colouring === 'waiting' ? 1 - Math.min(1, numbers[at + WAITED]! / 10) : Math.min(1, speed / FAST);
        const step = share * (ramp.length - 1);
        const low = Math.min(ramp.length - 2, Math.floor(step));
        colour.lerpColors(ramp[low]!, ramp[low + 1]!, step - low);
        if (scene.serial[i] === selected) colour.set('#ff2fd6');
        mesh.setColorAt(i, colour);
      }
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
      void people;
    },
    dispose: () => {
      geometry.dispose();
      material.dispose();
    },
  };
}
