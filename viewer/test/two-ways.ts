/** Two rooms with a door between them, and a way round. */
export const ROOMS = `name: Two ways
duration: 120
environment:
  walkable: [{box: [0, 0, 6, 6]}, {box: [6, 2, 6.2, 3.2]}, {box: [6, 5, 6.2, 6]}, {box: [6.2, 0, 12, 6]}]
  doors: {middle: [[6, 2], [6, 3.2]]}
exits: {out: {box: [11, 1, 12, 5]}}
walkers: [{in: {box: [0.5, 0.5, 5, 5]}, count: 40}]
`;
