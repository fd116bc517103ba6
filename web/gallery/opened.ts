/** The overlays of the gallery. Each has a button "Open …". */
export const OPEN = ['dialog', 'danger', 'drawer', 'dirty'] as const

export type Open = (typeof OPEN)[number]
