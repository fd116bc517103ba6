import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { PayPageState } from './payment'

/** What a choice agrees to; nothing if there are no terms of use. */
export function TermsNote({ token, page }: { token: string; page: PayPageState }) {
  if (!page.terms_version) return null
  return (
    <p className="text-[13px] text-muted">
      <Trans>
        By choosing you agree to the{' '}
        <Link to="/confirm-terms" hash={token} className="underline underline-offset-2 hover:text-text">
          terms of use
        </Link>
        .
      </Trans>
    </p>
  )
}
