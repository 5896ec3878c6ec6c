/** An address → the browser of whoever sits at this machine. */
import { spawn } from 'node:child_process';

/** The program that opens an address; undefined: nobody would see it. */
export function browserStarter(platform: string, env: NodeJS.ProcessEnv): [string, string[]] | undefined {
  // Set by services that test things unattended.
  if ((env['CI'] ?? '') !== '') return undefined;
  if (platform === 'darwin') return ['open', []];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler']];
  // Without a display it would be a browser of text, in the middle of what we print.
  const displays = [env['DISPLAY'], env['WAYLAND_DISPLAY'], env['WSL_DISTRO_NAME']];
  return displays.some((display) => (display ?? '') !== '') ? ['xdg-open', []] : undefined;
}

/** Whether one was started; it goes on when we end. No shell reads the address. */
export function openBrowser(
  address: string,
  starter: [string, string[]] | undefined = browserStarter(process.platform, process.env),
): Promise<boolean> {
  if (starter === undefined) return Promise.resolve(false);
  const [program, args] = starter;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
