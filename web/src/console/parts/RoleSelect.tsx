import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/Select'
import { rolesQuery } from '../api/queries'
import { useRoleName } from './roleNames'

/** A role. Roles with sensitive permissions show that two operators must agree. */
export function RoleSelect({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const { t } = useLingui()
  const name = useRoleName()
  const roles = useQuery(rolesQuery)
  return (
    <Select label={t`Role`} value={value} onChange={onChange}>
      {(roles.data?.data ?? []).map((role) => (
        <option key={role.name} value={role.name}>
          {role.needs_second ? t`${name(role.name)} (needs two operators)` : name(role.name)}
        </option>
      ))}
    </Select>
  )
}
