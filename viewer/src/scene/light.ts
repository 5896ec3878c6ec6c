/**
 * The light of the scene: a sky from above, a sun that throws shadows, and a ground with the place's shadow, so that it stands on
 * something. A plan has no ground, and short, soft shadows: people are what one looks at. The shadow map covers what one looks at, not all of a city: it follows the camera, in whole texels, so that
 * shadows do not crawl. In three.js's own coordinates, y up.
 */
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Matrix4,
  Mesh,
  type Object3D,
  PlaneGeometry,
  ShadowMaterial,
  Vector3,
} from 'three';
import type { Place } from '../protocol/place.ts';
import type { Colours } from './colours.ts';

export interface Light {
  root: Object3D;
  paint: (colours: Colours) => void;
  /** For another place. */
  fit: (place: Place) => void;
  /**
   * @param target what one looks at
   * @param reach metres around it that are seen
   */
  follow: (target: Vector3, reach: number) => void;
  /** Does anything throw shadows? What is cut off above would, too. */
  setShadows: (isOn: boolean) => void;
  /** Does one look straight down? */
  setPlan: (isPlan: boolean) => void;
  dispose: () => void;
}

/** Texels a side of the shadow map. */
const TEXELS = 2048;
/** Metres around the target at most and at least: beyond, shadows would be coarser than people. */
const FAR = 110;
const NEAR = 12;
/** To the sun: from the side, for shadows right behind people are not seen. */
const SUN = new Vector3(-0.72, 1, 0.14).normalize();
/** Over a plan it stands higher, and its shadows are that dark. */
const PLAN_SUN = new Vector3(-0.3, 1, 0.12).normalize();
const PLAN_SHADE = 0.45;
/** The ground is so many times as wide as the place: beyond, it has faded into the sky. */
const GROUND = 20;
/** Metres below the lowest floor, or a share of what is seen, or of the place: from afar, and of large triangles, depths are coarse. */
const BELOW = 0.04;
const BELOW_SHARE = 0.003;
const BELOW_SHARE_OF_PLACE = 0.001;

export function createLight(colours: Colours): Light {
  const sky = new HemisphereLight('#f6f8ff', '#9b9a9c', 1.85);
  const sun = new DirectionalLight('#fff4e4', 1.75);
  sun.castShadow = true;
  sun.shadow.mapSize.set(TEXELS, TEXELS);
  sun.shadow.radius = 2.5;
  // After upper floors, so that it does not shine through them.
  // Pushed back by more than floors are (place-mesh.ts), as far as they go into the distance: large ones lay under it.
  const pushedBack = { polygonOffset: true, polygonOffsetFactor: 4, polygonOffsetUnits: 4 };
  const groundMaterial = new ShadowMaterial({ depthWrite: false, ...pushedBack });
  const groundColour = { value: new Color() };
  groundMaterial.onBeforeCompile = (shader) => {
    shader.uniforms.ground = groundColour;
    const shade = 'vec4( color, opacity * ( 1.0 - getShadowMask() ) )';
    shader.fragmentShader = `uniform vec3 ground;\n${shader.fragmentShader.replace(
      shade,
      'vec4( mix( ground, color, opacity * ( 1.0 - getShadowMask() ) ), 1.0 )',
    )}`;
  };
  const groundGeometry = new PlaneGeometry(1, 1);
  const ground = new Mesh(groundGeometry, groundMaterial);
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  ground.renderOrder = -1;
  const root = new Group();
  root.add(sky, sun, sun.target, ground);
  let high = 10;
  let lowest = 0;
  let below = BELOW;
  let widest = FAR;
  let reachBefore = 0;
  let towardsSun = SUN;
  const snapped = new Vector3();
  const intoLight: Matrix4 = sun.shadow.camera.matrixWorldInverse;

  function setReach(reach: number): void {
    if (reach === reachBefore) return;
    reachBefore = reach;
    const { camera } = sun.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.5;
    camera.far = 2 * (high + 2 * reach) + 40;
    camera.updateProjectionMatrix();
    // A texel's width on a slope needs as much room in depth.
    const texel = (2 * reach) / TEXELS;
    sun.shadow.normalBias = 1.2 * texel;
    sun.shadow.bias = -0.00012;
  }

  const paint = (now: Colours) => {
    groundMaterial.opacity = now.groundShade;
    groundColour.value.set(now.ground);
  };
  paint(colours);
  return {
    root,
    paint,
    fit: ({ bounds: [left, bottom, right, top], levels }) => {
      const elevations = levels.map(({ elevation }) => elevation);
      const low = Math.min(...elevations);
      high = Math.max(...elevations) - low + 5;
      const wide = Math.max(right - left, top - bottom, 10);
      widest = Math.min(FAR, 0.75 * Math.hypot(right - left, top - bottom) + 4);
      lowest = low;
      below = Math.max(BELOW, BELOW_SHARE_OF_PLACE * wide);
      ground.position.set((left + right) / 2, low - below, -(bottom + top) / 2);
      ground.scale.set(GROUND * wide, GROUND * wide, 1);
      reachBefore = 0;
    },
    follow: (target, reach) => {
      ground.position.y = lowest - Math.max(below, BELOW_SHARE * reach);
      // In steps, so that texels do not change their size all the time.
      const asked = Math.min(widest, Math.max(NEAR, reach));
      setReach(Math.min(widest, NEAR * 1.5 ** Math.ceil(Math.log(asked / NEAR) / Math.log(1.5))));
      const away = high + 2 * reachBefore;
      sun.target.position.copy(target);
      sun.position.copy(target).addScaledVector(towardsSun, away);
      sun.updateMatrixWorld();
      sun.target.updateMatrixWorld();
      sun.shadow.updateMatrices(sun);
      // To whole texels across the light.
      const texel = (2 * reachBefore) / TEXELS;
      snapped.set(0, 0, 0).applyMatrix4(intoLight);
      const restX = snapped.x - texel * Math.round(snapped.x / texel);
      const restY = snapped.y - texel * Math.round(snapped.y / texel);
      snapped.set(restX, restY, 0).transformDirection(sun.shadow.camera.matrixWorld);
      snapped.multiplyScalar(Math.hypot(restX, restY));
      sun.position.add(snapped);
      sun.target.position.add(snapped);
    },
    setShadows: (isOn) => {
      sun.castShadow = isOn;
    },
    setPlan: (isPlan) => {
      towardsSun = isPlan ? PLAN_SUN : SUN;
      sun.shadow.intensity = isPlan ? PLAN_SHADE : 1;
      ground.visible = !isPlan;
    },
    dispose: () => {
      sun.dispose();
      groundGeometry.dispose();
      groundMaterial.dispose();
    },
  };
}
