import type { ComponentType, ReactNode } from 'react'

/** A slot that wraps words in a link to the terms. Features know no routes. */
export type TermsSlot = ComponentType<{ children?: ReactNode }>
