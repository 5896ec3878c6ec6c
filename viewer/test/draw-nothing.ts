/**
 * Within a page, best before all else: shaders are still compiled (what is drawn for the first time asks whether they were), but functions
 * of WebGL that give nothing back do nothing. Where the processor is the graphics card, it has most of its time for the page then.
 */
export function drawNothing(): void {
  const { prototype } = WebGL2RenderingContext;
  const isKept = /^(?:constructor$|create|get|is[A-Z]|check|fence|client)|Shader|shaderSource|linkProgram|Attrib/;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || isKept.test(name)) continue;
    Object.defineProperty(prototype, name, { value: () => undefined });
  }
}
