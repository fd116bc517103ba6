import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AccountPage } from '../../features/account/AccountPage'
import { Page } from '../../ui/Page'

const LINK = 'inline-flex min-h-11 items-center font-semibold text-brand underline'

/** The export of the customer's data and the closure of the account, with links to transactions. */
export default function OwnAccount({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Your data and account</Trans>} back={back}>
      <AccountPage
        transaction={(id, words) => (
          <Link
            to="/transaction/$transactionType/$externalId"
            params={{ transactionType: 'exchange', externalId: id }}
            className={LINK}
          >
            {words}
          </Link>
        )}
        balance={(currency, words) => (
          <Link to="/balances/$place/{-$currency}" params={{ place: currency }} className={LINK}>
            {words}
          </Link>
        )}
      />
    </Page>
  )
}
