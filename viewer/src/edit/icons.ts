/** Icons of the editor: strokes of a 24 × 24 picture (panels/EditIcon.svelte draws them). */
export const ICONS = {
  exit: 'M13 4 H6 V20 H13 M10 12 H21 M17 8 L21 12 L17 16',
  area: 'M4 6 H20 V18 H4 Z',
  people:
    'M8 6 A2.5 2.5 0 1 0 8.01 6 M16 6 A2.5 2.5 0 1 0 16.01 6 M3.5 20 C3.5 13 12.5 13 12.5 20 M13.5 15 C16 13 20.5 14 20.5 20',
  person: 'M12 4.5 A3 3 0 1 0 12.01 4.5 M6 20.5 C6 12 18 12 18 20.5',
  entrance: 'M11 4 H18 V20 H11 M3 12 H14 M10 8 L14 12 L10 16',
  waiting: 'M12 3.5 A8.5 8.5 0 1 0 12.01 3.5 M12 7.5 V12 L15.5 14',
  sign: 'M5 5 H15 L20 9 L15 13 H5 Z M11 13 V21',
  select: 'M6 3.5 L18.5 11.5 L12.5 13 L9.5 19 Z',
  wall: 'M4 19 L9 7 L20 5',
  glass: 'M4 4 H20 V20 H4 Z M8 12 L12 8 M9 16 L16 9',
  obstacle: 'M5 8 L13 4 L20 9 L18 19 L7 20 Z',
  door: 'M3 20 H8 M16 20 H21 M8 20 V6 M8 6 C13 6 16 12 16 20',
  undo: 'M9 5 L4.5 9.5 L9 14 M5 9.5 H14 C22 9.5 22 19.5 14 19.5 H9',
  redo: 'M15 5 L19.5 9.5 L15 14 M19 9.5 H10 C2 9.5 2 19.5 10 19.5 H15',
  save: 'M12 3.5 V15 M7.5 10.5 L12 15 L16.5 10.5 M4.5 19.5 H19.5',
  remove: 'M5 7 H19 M9 7 V4.5 H15 V7 M7 7 L8 20 H16 L17 7',
  done: 'M5 12.5 L10 17.5 L19 7',
} as const;
export type IconName = keyof typeof ICONS;
