import { describe, expect, it } from 'vitest';
import { findChromium, type System } from './find-chromium.ts';

describe('finding Chromium', () => {
  /** A system with these files; installing adds one. */
  function find(files: string[], more: Partial<System> = {}): Promise<string | undefined> {
    const install = () => Promise.reject(new Error('not to be installed'));
    const exists = (path: string) => files.includes(path);
    return findChromium({ asked: undefined, isRoot: false, exists, starts: async () => true, install, ...more });
  }

  it('takes what it is told, and nothing if told so', async () => {
    expect(await find(['/opt/it', '/usr/bin/chromium'], { asked: '/opt/it' })).toBe('/opt/it');
    expect(await find(['/usr/bin/chromium'], { asked: 'none' })).toBeUndefined();
    await expect(find(['/usr/bin/chromium'], { asked: '/opt/it' })).rejects.toThrow('there is no /opt/it');
  });

  it('takes the system’s; installs it only for root, with apt', async () => {
    expect(await find(['/usr/bin/chromium-browser', '/usr/bin/apt-get'], { isRoot: true })).toBe(
      '/usr/bin/chromium-browser',
    );
    const both = ['/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
    expect(await find(both, { starts: async (path) => path.endsWith('chrome') })).toBe('/usr/bin/google-chrome');
    expect(await find(['/usr/bin/apt-get'])).toBeUndefined();
    expect(await find([], { isRoot: true })).toBeUndefined();
    const files = ['/usr/bin/apt-get'];
    const install = async () => void files.push('/usr/bin/chromium');
    expect(await find(files, { isRoot: true, install })).toBe('/usr/bin/chromium');
    expect(await find(['/usr/bin/apt-get'], { isRoot: true, install: async () => {} })).toBeUndefined();
  });
});
