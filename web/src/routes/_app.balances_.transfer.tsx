import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { TransferPage } from '../features/transfer/TransferPage'
import { readRequest } from '../features/transfer/request'
import { laterWords } from '../i18n/load'
import { Held } from '../shell/Held'
import { buttonClass } from '../ui/Button'

export const Route = createFileRoute('/_app/balances_/transfer')({
  loader: laterWords,
  validateSearch: readRequest,
  component: Transfer,
})

function Transfer() {
  const navigate = useNavigate()
  const asked = Route.useSearch()
  return (
    <>
      <Held />
      <TransferPage
        asked={asked}
        request={
          <Link to="/balances/request" className={buttonClass('text', '-ml-2')}>
            <Trans>Request money instead</Trans>
          </Link>
        }
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
