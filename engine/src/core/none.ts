/** "No such index": the only sentinel of all index arrays. */
export const NONE = -1;
