import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button'

/** The links that leave the document pages. */
export function useDocumentsLinks() {
  const navigate = useNavigate()
  return {
    support: (
      <Link to="/support" className={buttonClass('quiet')}>
        <Trans>Contact support</Trans>
      </Link>
    ),
    back: (
      <Link to="/profile/personal-details" className={buttonClass('quiet')}>
        <Trans>Back to personal details</Trans>
      </Link>
    ),
    onForbidden: () => void navigate({ to: '/forbidden' }),
  }
}
