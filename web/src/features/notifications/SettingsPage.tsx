import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, MessageSquareLock, MoonStar } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { userQuery } from '../../api/user'
import { QueryCard } from '../../domain/QueryCard'
import { config } from '../../host/config'
import { Card } from '../../ui/Card'
import { ListRows } from '../../ui/ListRow'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { SwitchRow } from '../../ui/SwitchRow'
import { TextField } from '../../ui/TextField'
import { PushCard } from './PushCard'
import { TelegramCard } from './TelegramCard'
import { saveSettings, type Settings, type SettingsChange, settingsQuery, telegramQuery } from './queries'
import { clockOf, minuteOf } from './quiet'
import { TOPICS, topicIcon, useTopicWords } from './words'

/** /profile/notifications: what the person is told, how, and when not. */
export default function SettingsPage({ back }: { back: ReactNode }) {
  const asked = useQuery(settingsQuery)
  return (
    <Page title={<Trans>Notifications</Trans>} back={back} narrow>
      <QueryCard asked={asked} rows={6}>
        {(settings) => <Choices settings={settings} />}
      </QueryCard>
    </Page>
  )
}

function Choices({ settings }: { settings: Settings }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: saveSettings,
    onSuccess: (saved) => queries.setQueryData(settingsQuery.queryKey, saved),
  })
  // What was chosen shows at once; a refusal shows the stored choice again.
  const shown = save.isPending ? changed(settings, save.variables) : settings
  const change = (part: SettingsChange) => save.mutate(part)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {save.isError ? <Notice tone="bad">{errorText(save.error)}</Notice> : null}
      <Topics settings={shown} onChange={change} />
      <QuietHours settings={shown} onChange={change} />
      <PushCard />
      <TelegramCard />
      <ListRows>
        <TextSwitch settings={shown} onChange={change} />
        <SwitchRow
          glyph={<Eye size={20} strokeWidth={1.75} aria-hidden="true" />}
          label={<Trans>Details in web push and Telegram</Trans>}
          detail={<Trans>Amounts and names, also on a locked screen</Trans>}
          checked={shown.shows_details}
          onChange={(shows) => change({ shows_details: shows })}
        />
      </ListRows>
    </div>
  )
}

/** The settings as they will be. */
function changed(settings: Settings, part: SettingsChange): Settings {
  const topics = settings.topics.map((topic) => ({
    ...topic,
    ...part.topics?.find((one) => one.topic === topic.topic),
  }))
  const quiet = part.is_quiet === false ? undefined : (part.quiet ?? settings.quiet)
  const { quiet: _, ...rest } = settings
  return {
    ...rest,
    ...(quiet ? { quiet } : {}),
    topics,
    shows_details: part.shows_details ?? settings.shows_details,
    by_text: part.by_text ?? settings.by_text,
    time_zone: part.time_zone ?? settings.time_zone,
  }
}

type PartProps = { settings: Settings; onChange: (part: SettingsChange) => void }

/** Topics by channel. Everything is in the list of the app. */
function Topics({ settings, onChange }: PartProps) {
  const { t } = useLingui()
  const words = useTopicWords()
  const hasTelegram = useQuery(telegramQuery).data?.chat !== undefined
  return (
    <Card tight title={<Trans>Topics</Trans>}>
      <table className="w-full border-collapse">
        <thead>
          <tr className="t-cap text-muted">
            <th scope="col" className="text-left font-normal">
              <span className="sr-only">{t`Topic`}</span>
            </th>
            <th scope="col" className="w-16 pb-1 text-center font-normal">
              <Trans context="channel">Email</Trans>
            </th>
            <th scope="col" className="w-16 pb-1 text-center font-normal">
              <Trans context="channel">Web push</Trans>
            </th>
            {hasTelegram ? (
              <th scope="col" className="w-18 pb-1 text-center font-normal">
                <Trans context="channel">Telegram</Trans>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-line/60">
          {TOPICS.map((topic) => {
            const choice = settings.topics.find((one) => one.topic === topic)
            const Icon = topicIcon(topic)
            const { name, about } = words[topic]
            if (!choice) return null
            const set = (part: Partial<Pick<typeof choice, 'mail' | 'push' | 'telegram'>>) =>
              onChange({ topics: [{ topic, mail: choice.mail, push: choice.push, ...part }] })
            return (
              <tr key={topic}>
                <th scope="row" className="py-2.5 text-left font-normal">
                  <span className="flex items-center gap-3">
                    <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
                    <span className="grid min-w-0 gap-0.5">
                      <span className="t-row">{name}</span>
                      <span className="t-cap text-muted">
                        {choice.is_optional ? about : <Trans>Always on, so that you hear of it</Trans>}
                      </span>
                    </span>
                  </span>
                </th>
                <Cell
                  label={t`${name}: email`}
                  checked={choice.mail}
                  isFixed={!choice.is_optional}
                  onChange={(mail) => set({ mail })}
                />
                <Cell
                  label={t`${name}: web push`}
                  checked={choice.push}
                  isFixed={!choice.is_optional}
                  onChange={(push) => set({ push })}
                />
                {hasTelegram ? (
                  <Cell
                    label={t`${name}: Telegram`}
                    checked={choice.telegram}
                    isFixed={!choice.is_optional}
                    onChange={(telegram) => set({ telegram })}
                  />
                ) : null}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

/** Security notices by text message. Nothing without a verified number, and where no text messages go out. */
function TextSwitch({ settings, onChange }: PartProps) {
  const { data: user } = useQuery(userQuery)
  if (!config.tenant.phone_channels.includes('sms') || !user?.phone) return null
  return (
    <SwitchRow
      glyph={<MessageSquareLock size={20} strokeWidth={1.75} aria-hidden="true" />}
      label={<Trans>Security notices by SMS</Trans>}
      detail={user.phone}
      checked={settings.by_text}
      onChange={(on) => onChange({ by_text: on })}
    />
  )
}

type CellProps = { label: string; checked: boolean; isFixed: boolean; onChange: (checked: boolean) => void }

function Cell({ label, checked, isFixed, onChange }: CellProps) {
  return (
    <td className="text-center">
      <label className="inline-grid size-11 cursor-pointer place-items-center">
        <span className="sr-only">{label}</span>
        <input
          type="checkbox"
          className="size-5 accent-(--brand) disabled:opacity-60"
          checked={checked}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
    </td>
  )
}

const NIGHT = { from: 22 * 60, to: 8 * 60 }

/** The time without emails and messages, in the time zone of this device. */
function QuietHours({ settings: { quiet, time_zone: zone }, onChange }: PartProps) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const set = (part: Partial<typeof NIGHT>) => {
    const next = { ...NIGHT, ...quiet, ...part }
    if (next.from !== next.to) onChange({ quiet: next, time_zone: here })
  }
  const time = (text: string, name: 'from' | 'to') => {
    const minute = minuteOf(text)
    if (minute !== undefined) set({ [name]: minute })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListRows>
        <SwitchRow
          glyph={<MoonStar size={20} strokeWidth={1.75} aria-hidden="true" />}
          label={<Trans>Quiet hours</Trans>}
          detail={<Trans>Emails, web push and Telegram wait until they end. Security notices do not wait.</Trans>}
          checked={quiet !== undefined}
          onChange={(on) => (on ? set({}) : onChange({ is_quiet: false }))}
        />
      </ListRows>
      {quiet ? (
        <>
          <div className="grid grid-cols-2 gap-3">
            <TextField
              type="time"
              label={<Trans context="time of the day">From</Trans>}
              value={clockOf(quiet.from)}
              onChange={(text) => time(text, 'from')}
            />
            <TextField
              type="time"
              label={<Trans context="time of the day">Until</Trans>}
              value={clockOf(quiet.to)}
              onChange={(text) => time(text, 'to')}
            />
          </div>
          <p className="t-cap px-1 text-muted">
            <Trans>Time zone: {zone}</Trans>
          </p>
        </>
      ) : null}
    </div>
  )
}
