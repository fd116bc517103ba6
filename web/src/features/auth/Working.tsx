import { Trans } from '@lingui/react/macro'

/** What a wait is for, while the browser works for a code: there from the start, so that what comes into it is read out. */
export function Working({ on }: { on: boolean }) {
  return (
    <p role="status" className="text-center text-[13px] text-muted empty:sr-only">
      {on ? <Trans>Checking that you are not a robot. This takes a few seconds.</Trans> : null}
    </p>
  )
}
