/** How much room people like beside them on their way, and what detour they take for it. */

/** Widths of bodies are rounded up to these for planning, metres: what is prepared for one width serves many. */
export const WIDTH_CLASS = 0.1;
/** Metres of room beside the body that people like to have in a passage; for these they go a way that is longer by a share and so many metres. */
export const COMFORT = 0.4;
export const DETOUR = 1.2;
export const DETOUR_MORE = 2;

/** Metres from where they explore to within which people look for the next thing to do. */
export const NEAR = 1;

/** Seconds until a route is looked for again where there is none. */
export const AGAIN = 5;
