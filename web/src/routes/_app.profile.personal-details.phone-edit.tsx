import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PhoneContact } from '../features/people/contacts'
import { laterWords } from '../i18n/load'
import { ContactPage, sandboxMailbox } from '../shell/ContactPage'
import { notify } from '../ui/toast'

export const Route = createFileRoute('/_app/profile/personal-details/phone-edit')({
  loader: laterWords,
  component: PhonePage,
})

function PhonePage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const done = () => {
    notify.success(t`Your phone is verified`)
    void navigate({ to: '/profile/personal-details' })
  }
  return (
    <ContactPage title={<Trans>Change phone</Trans>}>
      <PhoneContact mailbox={sandboxMailbox} onDone={done} />
    </ContactPage>
  )
}
