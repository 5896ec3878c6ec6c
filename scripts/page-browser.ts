/** The page as it is now, built, served and ready to be opened in a Chromium: for scripts. Ends the process where there is no Chromium. */
import { execFileSync } from 'node:child_process';
import { findChromium, HOW_TO_GET_IT, THIS_SYSTEM } from '@foulee/testing';
import { servePage } from 'foulee/testing';
import { type Browser, chromium as driver } from 'playwright-core';

/** WebGL on the processor. */
const ARGUMENTS = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** @param more arguments of Chromium */
export async function openBrowser(
  ...more: string[]
): Promise<{ browser: Browser; origin: string; close: () => Promise<void> }> {
  const chromium = await findChromium(THIS_SYSTEM);
  if (chromium === undefined) {
    console.error(HOW_TO_GET_IT);
    process.exit(2);
  }
  execFileSync(process.execPath, ['scripts/bundle.mjs']);
  const server = await servePage({ folder: 'viewer/dist', host: '127.0.0.1', port: 0 });
  const args = [...(THIS_SYSTEM.isRoot ? ['--no-sandbox'] : []), ...ARGUMENTS, ...more];
  const browser = await driver.launch({ executablePath: chromium, args });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { browser, origin: server.origin, close };
}
