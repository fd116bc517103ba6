import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { refreshWho } from '../api/session'
import { EmailContact } from '../features/people/contacts'
import { laterWords } from '../i18n/load'
import { ContactPage, sandboxMailbox } from '../shell/ContactPage'
import { notify } from '../ui/toast'

export const Route = createFileRoute('/_app/profile/personal-details/email-edit')({
  loader: laterWords,
  component: EmailPage,
})

function EmailPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const done = () => {
    refreshWho()
    notify.success(t`Your email was changed`)
    void navigate({ to: '/profile/personal-details' })
  }
  return (
    <ContactPage title={<Trans>Change email</Trans>}>
      <EmailContact mailbox={sandboxMailbox} onDone={done} />
    </ContactPage>
  )
}
