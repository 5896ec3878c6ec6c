/**
 * Recording → a .glb (glTF 2.0, binary) for other engines: the place, and its people as nodes that one animation moves.
 *
 *   scene
 *   └ the run's name
 *     ├ hall            a level, at its elevation: "hall floor", "hall walls", and stairs that begin there
 *     └ people          "person 12": translation and rotation with linear interpolation; scale in steps, 0 while they are not there
 *
 * y is up; plan (x, y), height z → (x − origin x, z, origin y − y). asset.extras say the origin, the unit and the time of the start. All people
 * share the geometry of one body; a profile is a mesh of it with its own colour. The place is that of the start of the recording.
 *
 * EXT_mesh_gpu_instancing would draw them at once, but its instances cannot be animated: so nodes.
 * Size: 32 bytes a key and about 1 kB of names and counts a person. Memory: six to twelve times the file while it is written. Time: a second
 * for a million keys, and half a second for a thousand people, whom the library links one by one.
 */
import type { RecordedPerson, World } from '@foulee/engine';
import { type Accessor, Document, type Material, type Mesh, type Node, WebIO } from '@gltf-transform/core';
import type { Recording } from '../recordings/recording-rows.ts';
import { createBody } from './body.ts';
import type { Faces } from './faces.ts';
import { KINDS } from './kind-colours.ts';
import { type KeyOptions, keysOfPeople, type PeopleKeys } from './people-keys.ts';
import { placeShapes, type Surface } from './place-shapes.ts';
import { worldOfRecording } from './recorded-world.ts';

export interface GlbFile {
  bytes: Uint8Array;
  people: number;
  keys: number;
  fps: number;
  /** Of the recording. */
  from: number;
  to: number;
  /** What is not known of the place or left out, a sentence each. */
  notes: string[];
}

/** Metres: of everybody; and of those whose radius the recording does not tell. */
const HEIGHT = 1.74;
const USUAL_RADIUS = 0.2;

/** As the page has them by day. */
const COLOURS: Readonly<Record<Surface, string>> = {
  floor: '#f6f4ef',
  wall: '#dfe4ea',
  solid: '#b9c2ce',
  glass: '#4fb0e6',
  rail: '#dfe4ea',
  stairs: '#e3d3b8',
  escalator: '#c9cfe0',
  ramp: '#d9dfc9',
  lift: '#cfd8dc',
};
const OPACITY: Partial<Record<Surface, number>> = { glass: 0.35, rail: 0.3 };

/** @param people of its table; empty: not known. @param begin is told what is done next */
export async function recordingToGlb(
  recording: Recording,
  people: readonly RecordedPerson[],
  fileName: string,
  options: KeyOptions = {},
  begin: (stage: string) => void = () => {},
): Promise<GlbFile> {
  begin('building the place');
  const world = worldOfRecording(recording, fileName);
  const notes = [...world.report.warnings];
  if (recording.changes !== undefined && recording.changes.length > 0) {
    notes.push('.glb holds the place at the start of the recording: later changes of the place are left out');
  }
  begin('following people');
  const keys = keysOfPeople(recording, world, fileName, options);
  const { fps, from, to } = keys;
  if (options.fps !== undefined && options.fps > fps) {
    notes.push(`${fileName} has ${Number(fps.toFixed(3))} frames a second: there are no more keyframes than that`);
  }
  begin('writing');
  const document = new Document();
  const parts = createParts(document);
  const name = recording.info?.name ?? world.plan.name;
  const root = document.createNode(name);
  document.getRoot().setDefaultScene(document.createScene().addChild(root));
  document.getRoot().getAsset().generator = 'Foulée';
  document.getRoot().getAsset().extras = extrasOf(recording, world, keys);
  addPlace(parts, root, world);
  addPeople(parts, root, keys, people);
  const bytes = await new WebIO().writeBinary(document);
  return { bytes, people: keys.serial.length, keys: keys.first[keys.serial.length], fps, from, to, notes };
}

function extrasOf({ info }: Recording, { mesh }: World, { from, to, fps }: PeopleKeys): Record<string, unknown> {
  const [x, y] = mesh.origin;
  return {
    unit: 'metre',
    axes: 'x = plan x - origin x, y = height, z = origin y - plan y',
    origin: [x, y],
    from,
    to,
    fps,
    ...(info === undefined ? {} : { model: info.model, seed: info.seed }),
  };
}

/** What all of the file is made with. */
interface Parts {
  document: Document;
  materialOf: (name: string, colour: string, opacity?: number) => Material;
  accessor: (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>) => Accessor;
}

function createParts(document: Document): Parts {
  const buffer = document.createBuffer();
  const materials = new Map<string, Material>();
  return {
    document,
    materialOf: (name, colour, opacity = 1) => {
      const known = materials.get(name);
      if (known !== undefined) return known;
      const value = Number.parseInt(colour.slice(1), 16);
      const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255].map(linear) as [number, number, number];
      const material = document
        .createMaterial(name)
        .setBaseColorFactor([red, green, blue, opacity])
        .setMetallicFactor(0)
        .setRoughnessFactor(0.9);
      if (opacity < 1) material.setAlphaMode('BLEND').setDoubleSided(true);
      materials.set(name, material);
      return material;
    },
    accessor: (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer),
  };
}

/** A byte of sRGB → linear light, as glTF wants it. */
function linear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function addPlace(parts: Parts, root: Node, world: World): void {
  const { document, materialOf } = parts;
  for (const { name, elevation, shapes } of placeShapes(world)) {
    const level = document.createNode(name).setTranslation([0, elevation, 0]);
    root.addChild(level);
    for (const { name: own, surfaces } of shapes) {
      const full = surfaces.filter(({ faces }) => !faces.isEmpty);
      if (full.length === 0) continue;
      const mesh = document.createMesh(own);
      for (const { surface, faces } of full) {
        addFaces(parts, mesh, faces, materialOf(surface, COLOURS[surface], OPACITY[surface]));
      }
      level.addChild(document.createNode(own).setMesh(mesh));
    }
  }
}

function addFaces({ document, accessor }: Parts, mesh: Mesh, faces: Faces, material: Material): void {
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', faces.places()))
    .setAttribute('NORMAL', accessor('VEC3', faces.normals()))
    .setMaterial(material);
  mesh.addPrimitive(primitive);
}

function addPeople(parts: Parts, root: Node, keys: PeopleKeys, table: readonly RecordedPerson[]): void {
  const { document, accessor } = parts;
  const parent = document.createNode('people');
  root.addChild(parent);
  const meshOf = createBodies(parts);
  const profiles = new Map(table.map(({ serial, profile }) => [serial, profile]));
  const animation = document.createAnimation('run');
  keys.serial.forEach((serial, p) => {
    const node = document.createNode(`person ${serial}`).setMesh(meshOf(profiles.get(serial) ?? ''));
    parent.addChild(node);
    const [from, to] = [keys.first[p], keys.first[p + 1]];
    const [showFrom, showTo] = [keys.showFirst[p], keys.showFirst[p + 1]];
    const times = accessor('SCALAR', keys.time.subarray(from, to));
    const places = placesOf(keys, from, to);
    const turns = turnsOf(keys, from, to);
    const wide = keys.radius[p] || USUAL_RADIUS;
    const sizeAt = (show: number) => (keys.isThere[show] === 1 ? [wide, HEIGHT, wide] : [0, 0, 0]);
    // As at the beginning, for those who do not play the animation.
    node.setTranslation([places[0], places[1], places[2]]);
    node.setRotation([turns[0], turns[1], turns[2], turns[3]]);
    node.setScale(sizeAt(showFrom) as [number, number, number]);
    const add = (path: 'translation' | 'rotation' | 'scale', input: Accessor, output: Accessor) => {
      const sampler = document.createAnimationSampler().setInput(input).setOutput(output);
      sampler.setInterpolation(path === 'scale' ? 'STEP' : 'LINEAR');
      const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    };
    add('translation', times, accessor('VEC3', places));
    add('rotation', times, accessor('VEC4', turns));
    const sizes = Array.from({ length: showTo - showFrom }, (_, k) => sizeAt(showFrom + k)).flat();
    const shows = accessor('SCALAR', keys.showTime.subarray(showFrom, showTo));
    add('scale', shows, accessor('VEC3', Float32Array.from(sizes)));
  });
}

/** A mesh for each profile, in the order in which they come, all of the same geometry. */
function createBodies({ document, accessor, materialOf }: Parts): (profile: string) => Mesh {
  const { places, normals, triangles } = createBody();
  const [position, normal] = [accessor('VEC3', places), accessor('VEC3', normals)];
  const indices = accessor('SCALAR', triangles);
  const meshes = new Map<string, Mesh>();
  return (profile) => {
    const known = meshes.get(profile);
    if (known !== undefined) return known;
    const name = profile === '' ? 'body' : `body ${profile}`;
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', position)
      .setAttribute('NORMAL', normal)
      .setIndices(indices)
      .setMaterial(materialOf(name, KINDS[meshes.size % KINDS.length]));
    const mesh = document.createMesh(name).addPrimitive(primitive);
    meshes.set(profile, mesh);
    return mesh;
  };
}

function placesOf({ place }: PeopleKeys, from: number, to: number): Float32Array<ArrayBuffer> {
  const places = new Float32Array(3 * (to - from));
  for (let key = from, at = 0; key < to; key++, at += 3) {
    places[at] = place[3 * key];
    places[at + 1] = place[3 * key + 2];
    places[at + 2] = -place[3 * key + 1];
  }
  return places;
}

/** About the y axis, from +z, where bodies face. Headings have no jumps, so neighbours lie on the same half of the quaternions. */
function turnsOf({ heading }: PeopleKeys, from: number, to: number): Float32Array<ArrayBuffer> {
  const turns = new Float32Array(4 * (to - from));
  for (let key = from, at = 0; key < to; key++, at += 4) {
    const half = (heading[key] + Math.PI / 2) / 2;
    turns[at + 1] = Math.sin(half);
    turns[at + 3] = Math.cos(half);
  }
  return turns;
}
