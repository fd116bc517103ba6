import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Slides } from './Slides'

/** The slides for a signed-in customer, with links to the product and to verification. */
export function Welcome({ onDone, steps }: { onDone: () => void; steps: (words: ReactNode) => ReactNode }) {
  return <Slides finish={<Trans>Start</Trans>} onDone={onDone} also={steps(<Trans>Verify yourself first</Trans>)} />
}

/** The slides before sign-in. */
export function Intro({ onDone }: { onDone: () => void }) {
  return <Slides finish={<Trans>Sign in</Trans>} onDone={onDone} />
}
