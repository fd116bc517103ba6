import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { userQuery } from '../../api/user'
import { PhoneContact } from './contacts'
import { HoldNotice } from './HoldNotice'

/** Adds or replaces the phone. */
export function AnotherPhone(props: ComponentProps<typeof PhoneContact>) {
  const { data: user } = useQuery(userQuery)
  return (
    <div className="grid gap-4">
      {user?.phone ? <HoldNotice /> : null}
      <PhoneContact {...props} />
    </div>
  )
}
