import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { AccountPage } from '../features/account/AccountPage'
import { seldomWords } from '../i18n/load'
import { ProfileLink } from '../shell/profileLinks'
import { Page } from '../ui/Page'

export const Route = createFileRoute('/_app/profile/account')({
  loader: seldomWords,
  component: () => (
    <Page title={<Trans>Your data and account</Trans>} actions={<ProfileLink />} narrow>
      <AccountPage
        transaction={(id, words) => (
          <Link
            to="/transaction/$transactionType/$externalId"
            params={{ transactionType: 'exchange', externalId: id }}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline"
          >
            {words}
          </Link>
        )}
      />
    </Page>
  ),
})
