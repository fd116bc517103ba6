import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { userQuery } from '../api/user'
import { seldomWords } from '../i18n/load'

const ClosingNotice = lazy(async () => {
  await seldomWords()
  return import('../features/account/ClosingNotice')
})

/** Shows on every page that the account is being closed. Loaded lazily, because other customers do not need it. */
export default function ClosingHost() {
  const at = useQuery(userQuery).data?.closes_at
  return <Suspense fallback={null}>{at ? <ClosingNotice at={at} /> : null}</Suspense>
}
