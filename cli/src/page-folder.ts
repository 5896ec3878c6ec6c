/** Where the built page lies: as far from the sources of the command as from its bundle. */
import { fileURLToPath } from 'node:url';

export const PAGE = fileURLToPath(new URL('../../viewer/dist', import.meta.url));
