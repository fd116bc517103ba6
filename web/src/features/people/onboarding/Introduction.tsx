import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Slides } from './Slides'

/** The slides for who has signed in: on to the product, or first to what raises the limits. */
export function Welcome({ onDone, steps }: { onDone: () => void; steps: (words: ReactNode) => ReactNode }) {
  return <Slides finish={<Trans>Start</Trans>} onDone={onDone} also={steps(<Trans>Verify yourself first</Trans>)} />
}

/** The same before anybody has signed in. */
export function Intro({ onDone }: { onDone: () => void }) {
  return <Slides finish={<Trans>Sign in</Trans>} onDone={onDone} />
}
