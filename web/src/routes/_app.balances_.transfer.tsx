import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { TransferPage } from '../features/transfer/TransferPage'
import { laterWords } from '../i18n/load'
import { Held } from '../shell/Held'
import { buttonClass } from '../ui/Button'

export const Route = createFileRoute('/_app/balances_/transfer')({
  loader: laterWords,
  component: Transfer,
})

function Transfer() {
  const navigate = useNavigate()
  return (
    <>
      <Held />
      <TransferPage
        deposit={
          <Link to="/balances/$action" params={{ action: 'deposit' }} className={buttonClass()}>
            <Trans>Deposit</Trans>
          </Link>
        }
        verify={
          <Link to="/profile/personal-details" className={buttonClass()}>
            <Trans>Verify first</Trans>
          </Link>
        }
        onSent={({ type, id }) =>
          void navigate({
            to: '/transaction/$transactionType/$externalId',
            params: { transactionType: type.toLowerCase(), externalId: id },
            replace: true,
          })
        }
      />
    </>
  )
}
