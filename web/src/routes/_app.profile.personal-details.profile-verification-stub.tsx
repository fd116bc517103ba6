import { createFileRoute, Link } from '@tanstack/react-router'
import { Stub } from '../features/people/onboarding/Stub'
import { laterWords } from '../i18n/load'
import { ContactPage } from '../shell/contact/ContactPage'
import { buttonClass } from '../ui/Button'
import { Trans } from '@lingui/react/macro'

export const Route = createFileRoute('/_app/profile/personal-details/profile-verification-stub')({
  loader: laterWords,
  component: () => (
    <ContactPage title={<Trans>Personal details and limits</Trans>}>
      <Stub
        begin={(words) => (
          <Link to="/profile/personal-details/identity" className={buttonClass()}>
            {words}
          </Link>
        )}
      />
    </ContactPage>
  ),
})
