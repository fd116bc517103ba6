import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Transaction } from '../../api/exchangeTypes'
import { ConfirmStep } from '../../features/exchange/confirm/ConfirmStep'
import { exchangeDraft } from '../../features/exchange/draft'
import { stepBefore, stepPage } from '../../features/exchange/flow'
import { buttonClass } from '../../ui/Button'
import { checklist } from '../checklist'
import { TermsLink } from '../TermsLink'
import { travelPart } from '../travel'

/** The step that shows the firm price and creates the order. */
export default function ConfirmPage() {
  const navigate = useNavigate()
  const open = async ({ type, id }: Transaction) => {
    await navigate({
      to: '/transaction/$transactionType/$externalId',
      params: { transactionType: type.toLowerCase(), externalId: id },
      replace: true,
    })
    // Only after the navigation: this page renders from the draft until then.
    exchangeDraft.clear()
  }
  return (
    <ConfirmStep
      checklist={checklist}
      verify={
        <Link to="/exchange/personal-info" className={buttonClass()}>
          <Trans>Continue</Trans>
        </Link>
      }
      terms={TermsLink}
      travel={travelPart}
      onBack={() => void navigate(stepPage(stepBefore('confirm', exchangeDraft.get()), exchangeDraft.get()))}
      onAmount={() => void navigate(stepPage('start', exchangeDraft.get()))}
      onCreated={(transaction) => void open(transaction)}
      onForbidden={() => void navigate({ to: '/forbidden', replace: true })}
    />
  )
}
