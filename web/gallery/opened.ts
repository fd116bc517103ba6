/** The overlays of the gallery, which `?open=` opens at first. */
export const OPEN = ['dialog', 'danger', 'drawer', 'dirty'] as const

export type Open = (typeof OPEN)[number]
