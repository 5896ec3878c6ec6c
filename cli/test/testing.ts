/** What tests and scripts of other packages use of the command: the server of the page, as `foulee view` starts it. */
export { type Given, type PageServer, servePage } from '../src/view/view-server.ts';
