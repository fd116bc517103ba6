/* <BackButton onClick /> — the round button before a page's title; `backClass` dresses a link the same way. */
import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'

export const backClass =
  'back grid size-11 shrink-0 place-items-center rounded-full bg-surface text-muted shadow-(--e1) hover:text-text'

export function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={backClass} onClick={onClick}>
      <BackIcon />
    </button>
  )
}

export function BackIcon() {
  return (
    <>
      <ArrowLeft size={20} aria-hidden="true" />
      <span className="sr-only">
        <Trans>Back</Trans>
      </span>
    </>
  )
}
