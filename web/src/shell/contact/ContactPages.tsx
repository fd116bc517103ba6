import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { refreshWho } from '../../api/session'
import { lazyLater } from '../../i18n/lazyLater'
import { SkeletonRows } from '../../ui/Skeleton'
import { notify } from '../../ui/toast'
import { ChangePhone, ContactPage, sandboxMailbox } from './ContactPage'

const AnotherPhone = lazyLater(async () => ({
  default: (await import('../../features/people/AnotherPhone')).AnotherPhone,
}))
const EmailContact = lazyLater(async () => ({ default: (await import('../../features/people/contacts')).EmailContact }))

/** Adds or replaces the phone, confirmed by a code. */
export function PhonePage({ by, forbidden }: { by?: 'messenger'; forbidden?: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const done = () => {
    notify.success(t`Your phone is verified`)
    void navigate({ to: '/profile/personal-details' })
  }
  return (
    <ContactPage title={<ChangePhone />}>
      <Suspense fallback={<SkeletonRows count={2} />}>
        <AnotherPhone by={by} forbidden={forbidden} mailbox={sandboxMailbox} onDone={done} />
      </Suspense>
    </ContactPage>
  )
}

/** Replaces the email, confirmed by a code. */
export function EmailPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const done = () => {
    refreshWho()
    notify.success(t`Your email was changed`)
    void navigate({ to: '/profile/personal-details' })
  }
  return (
    <ContactPage title={<Trans>Change email</Trans>}>
      <Suspense fallback={<SkeletonRows count={2} />}>
        <EmailContact mailbox={sandboxMailbox} onDone={done} />
      </Suspense>
    </ContactPage>
  )
}
