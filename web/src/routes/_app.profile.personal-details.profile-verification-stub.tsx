import { createFileRoute, Link } from '@tanstack/react-router'
import { Stub, StubTitle } from '../features/people/onboarding/Stub'
import { laterWords } from '../i18n/load'
import { ContactPage } from '../shell/contact/ContactPage'
import { buttonClass } from '../ui/Button'

export const Route = createFileRoute('/_app/profile/personal-details/profile-verification-stub')({
  loader: laterWords,
  component: () => (
    <ContactPage title={<StubTitle />}>
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
