/** The drawings. */
export const ART_NAMES = [
  'wallet',
  'activity',
  'exchange',
  'statement',
  'link',
  'bookmark',
  'search',
  'mail',
  'done',
  'lost',
  'offline',
  'hourglass',
  'shield',
  'people',
  'scale',
  'tray',
  'lock',
  'refused',
] as const

export type ArtName = (typeof ART_NAMES)[number]
