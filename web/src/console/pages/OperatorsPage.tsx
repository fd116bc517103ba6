import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/Badge'
import { TextField } from '../../ui/TextField'
import { ask } from '../api/ask'
import { type Act, type Me, type Operator, operatorsQuery, type Role, rolesQuery } from '../api/queries'
import { Card } from '../parts/Card'
import { ActButton } from '../parts/ActButton'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { RoleSelect } from '../parts/RoleSelect'
import { useRoleName } from '../parts/roleNames'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { dayText } from '../parts/when'

const FIRST_ROLE = 'support_l1'
const AUDITOR = 'auditor'

/** The operators with their roles, and the permissions of each role. */
export function OperatorsPage({ me }: { me: Me }) {
  const operators = useQuery(operatorsQuery)
  const roles = useQuery(rolesQuery)
  const may = me.permissions.includes('operators.write')
  return (
    <>
      <PageHead title={<Trans>Operators</Trans>} />
      {may ? (
        <div className="desk:justify-self-start">
          <Invite />
        </div>
      ) : null}
      <Loaded asked={operators}>{({ data }) => <Operators operators={data} me={me} may={may} />}</Loaded>
      <h2>
        <Trans>Roles</Trans>
      </h2>
      <Loaded asked={roles}>{({ data }) => <Roles roles={data} />}</Loaded>
    </>
  )
}

function Invite() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState(FIRST_ROLE)
  const [until, setUntil] = useState('')
  const invite = (reason: string) =>
    ask<Act>('operators', { method: 'POST', body: { email, role, reason, ...lastDay(role, until) } })
  return (
    <ActButton
      label={<Trans>Invite</Trans>}
      title={<Trans>Invite an operator</Trans>}
      about={
        <Trans>
          They are sent a link that works once, for a day. For an existing operator it is a new way to sign in.
        </Trans>
      }
      fields={
        <>
          <TextField label={t`Email`} type="email" value={email} onChange={setEmail} autoComplete="off" />
          <RoleSelect value={role} onChange={setRole} />
          <Until role={role} value={until} onChange={setUntil} />
        </>
      }
      act={invite}
    />
  )
}

/** The last day to send; empty if the server sets the default. */
const lastDay = (role: string, until: string) => (role === AUDITOR && until ? { ends_on: until } : {})

type UntilProps = { role: string; value: string; onChange: (day: string) => void }

/** The last day of an auditor's access. Other roles have no end date. */
function Until({ role, value, onChange }: UntilProps) {
  if (role !== AUDITOR) return null
  return (
    <TextField
      type="date"
      label={<Trans>Last day (UTC)</Trans>}
      hint={<Trans>An auditor’s access ends: after 30 days if you leave this empty, after 90 at most.</Trans>}
      value={value}
      onChange={onChange}
    />
  )
}

type OperatorsProps = { operators: readonly Operator[]; me: Me; may: boolean }

function Operators({ operators, me, may }: OperatorsProps) {
  const { t, i18n } = useLingui()
  const name = useRoleName()
  const states: Record<string, { text: string; tone: Tone }> = {
    invited: { text: t`Invited`, tone: 'wait' },
    active: { text: t`Active`, tone: 'ok' },
    removed: { text: t`Removed`, tone: 'plain' },
    ended: { text: t`Ended`, tone: 'plain' },
  }
  return (
    <Sheet
      label={t`Operators`}
      columns={[{ name: t`Email` }, { name: t`Role` }, { name: t`State` }, { name: t`Actions`, end: true }]}
    >
      {operators.map((one) => (
        <Row key={one.id}>
          <Cell name={t`Email`}>{one.email}</Cell>
          <Cell name={t`Role`}>
            {name(one.role)}
            {one.ends_on ? (
              <span className="block text-[13px] text-muted">
                <Trans>until {dayText(one.ends_on, i18n.locale)}</Trans>
              </span>
            ) : null}
          </Cell>
          <Cell name={t`State`}>
            <Badge tone={states[one.state]?.tone ?? 'plain'}>{states[one.state]?.text ?? one.state}</Badge>
          </Cell>
          <Cell end>{may && one.id !== me.id && one.state !== 'removed' ? <OperatorActs one={one} /> : null}</Cell>
        </Row>
      ))}
    </Sheet>
  )
}

function OperatorActs({ one }: { one: Operator }) {
  const [role, setRole] = useState(one.role)
  const [until, setUntil] = useState('')
  const path = { path: { id: one.id } }
  const change = (reason: string) =>
    ask<Act>('operators/{id}/role', { method: 'PUT', params: path, body: { role, reason, ...lastDay(role, until) } })
  const remove = (reason: string) =>
    ask<Act>('operators/{id}/remove', { method: 'POST', params: path, body: { reason } })
  return (
    <div className="flex flex-wrap justify-end gap-2 *:w-auto">
      <div>
        <ActButton
          label={<Trans>Change role</Trans>}
          title={<Trans>Change the role of {one.email}</Trans>}
          about={<Trans>Their sessions end. A role with wide rights needs a second operator.</Trans>}
          fields={
            <>
              <RoleSelect value={role} onChange={setRole} />
              <Until role={role} value={until} onChange={setUntil} />
            </>
          }
          act={change}
        />
      </div>
      <div>
        <ActButton
          danger
          label={<Trans>Remove</Trans>}
          title={<Trans>Remove {one.email}?</Trans>}
          about={<Trans>They are signed out at once, and their app and browser no longer work.</Trans>}
          act={remove}
        />
      </div>
    </div>
  )
}

function Roles({ roles }: { roles: readonly Role[] }) {
  const name = useRoleName()
  return (
    <div className="grid gap-3 desk:grid-cols-2">
      {roles.map((role) => (
        <Card
          key={role.name}
          title={name(role.name)}
          aside={
            role.needs_second ? (
              <Badge tone="wait">
                <Trans>Granted by two operators</Trans>
              </Badge>
            ) : null
          }
        >
          <p className="font-mono text-[13px] break-words text-muted">
            {role.permissions.length > 0 ? role.permissions.join(', ') : <Trans>Nothing yet</Trans>}
          </p>
        </Card>
      ))}
    </div>
  )
}
