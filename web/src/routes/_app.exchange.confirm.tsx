import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import type { Transaction } from '../api/exchangeTypes'
import { ConfirmStep } from '../features/exchange/confirm/ConfirmStep'
import { exchangeDraft } from '../features/exchange/draft'
import { stepBefore, stepPage } from '../features/exchange/flow'
import { laterWords } from '../i18n/load'
import { atStep } from '../shell/exchangeGuard'
import { TermsLink } from '../shell/TermsLink'
import { travelPart } from '../shell/travel'
import { checklist } from '../shell/checklist'
import { buttonClass } from '../ui/Button'

export const Route = createFileRoute('/_app/exchange/confirm')({
  beforeLoad: atStep('confirm'),
  loader: laterWords,
  component: ConfirmPage,
})

function ConfirmPage() {
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
