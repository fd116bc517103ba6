import { Trans } from '@lingui/react/macro'

/**
 * Explains the wait during a proof of work. The live region is always rendered, so that screen readers announce the
 * text.
 */
export function Working({ on }: { on: boolean }) {
  return (
    <p role="status" className="text-center text-[13px] text-muted empty:sr-only">
      {on ? <Trans>Checking that you are not a robot. This takes a few seconds.</Trans> : null}
    </p>
  )
}
