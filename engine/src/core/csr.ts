/**
 * Lists of lists in two arrays: list i is item[first[i]] … item[first[i + 1] - 1].
 */

export interface Csr {
  first: Int32Array;
  item: Int32Array;
}

/** Group the indices 0 … owner.length - 1 by owner, each list in increasing order. Owners below 0 are left out. */
export function groupByOwner(owner: Int32Array, owners: number): Csr {
  const first = new Int32Array(owners + 1);
  for (let i = 0; i < owner.length; i++) if (owner[i] >= 0) first[owner[i] + 1]++;
  for (let i = 0; i < owners; i++) first[i + 1] += first[i];
  const item = new Int32Array(first[owners]);
  const at = first.slice(0, owners);
  for (let i = 0; i < owner.length; i++) if (owner[i] >= 0) item[at[owner[i]]++] = i;
  return { first, item };
}
