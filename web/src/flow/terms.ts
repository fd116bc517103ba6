import type { ComponentType, ReactNode } from 'react'

/** What a route puts around words that name the terms: a link to them. Features know no routes. */
export type TermsSlot = ComponentType<{ children?: ReactNode }>
