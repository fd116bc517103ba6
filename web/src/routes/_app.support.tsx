import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '../api/useSession'
import { orderReference } from '../features/support/mail'
import { Support } from '../features/support/Support'
import { config } from '../host/config'
import { laterWords } from '../i18n/load'

export const Route = createFileRoute('/_app/support')({
  loader: laterWords,
  validateSearch: (search): { order?: string } => {
    const order = orderReference(search.order)
    return order ? { order } : {}
  },
  component: SupportPage,
})

function SupportPage() {
  const { order } = Route.useSearch()
  const session = useSession()
  return (
    <Support
      name={config.tenant.name}
      mail={config.tenant.brand?.support_email}
      order={order}
      email={session.status === 'in' ? session.email : ''}
    />
  )
}
