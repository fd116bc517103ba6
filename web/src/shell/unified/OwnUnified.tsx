import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../../features/exchange/draft'
import { landing, stepPage } from '../../features/exchange/flow'
import UnifiedStart from '../../features/exchange/unified/UnifiedStart'
import { BalancesBack, FirstDepositLink } from '../balanceLinks'

/** The first of the unified pages. */
export default function OwnUnified() {
  const navigate = useNavigate()
  return (
    <UnifiedStart
      back={<BalancesBack />}
      deposit={
        <FirstDepositLink>
          <Trans>Make a deposit</Trans>
        </FirstDepositLink>
      }
      onContinue={() => void navigate(stepPage(landing('confirm', exchangeDraft.get()), exchangeDraft.get()))}
    />
  )
}
