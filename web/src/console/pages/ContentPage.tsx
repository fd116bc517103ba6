import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/Badge'
import { BannerCard } from '../../ui/BannerCard'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { type Content, contentsQuery, deleteContent } from '../api/content'
import type { Me } from '../api/queries'
import { Card } from '../parts/Card'
import { EmptyCard } from '../parts/EmptyCard'
import { Facts } from '../parts/Facts'
import { Loaded, problemWords } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Panel } from '../parts/Panel'
import { Pills } from '../parts/Pills'
import { shortTime } from '../parts/when'
import { localText } from './campaigns/localText'
import { ContentEditor } from './content/ContentEditor'
import { useContentWords, useTopicName } from './content/useContentWords'

type Kind = Content['kind']

/** Banners, onboarding slides and articles of help: what customers see, where and when. */
export function ContentPage({ me }: { me: Me }) {
  const { t } = useLingui()
  const [kind, setKind] = useState<Kind>('banner')
  const found = useQuery(contentsQuery)
  const may = me.permissions.includes('content.write')
  return (
    <>
      <PageHead title={<Trans>Banners, slides and help</Trans>} />
      <Pills
        label={t`What to show`}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'banner', label: t`Banners` },
          { value: 'slide', label: t`Onboarding slides` },
          { value: 'article', label: t`Help` },
        ]}
      />
      <Loaded asked={found}>
        {({ data, time_zone }) => {
          const shown = data.filter((one) => one.kind === kind)
          return (
            <div className="grid gap-3">
              {may ? (
                <div className="justify-self-start">
                  <ContentEditor key={kind} kind={kind} zone={time_zone} />
                </div>
              ) : null}
              {shown.length === 0 ? (
                <EmptyCard art="tray" title={<Trans>Nothing here yet</Trans>}>
                  {kind === 'banner' ? (
                    <Trans>A banner stands on the home page or the landing page until it is closed or over.</Trans>
                  ) : kind === 'article' ? (
                    <Trans>
                      Customers read the built-in articles. Write your own, or take the place of a built-in one.
                    </Trans>
                  ) : (
                    <Trans>Slides welcome a new customer once. They can be skipped.</Trans>
                  )}
                </EmptyCard>
              ) : null}
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-3 desk:grid-cols-2">
                {shown.map((one) => (
                  <ContentCard key={one.id} content={one} zone={time_zone} may={may} />
                ))}
              </div>
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

function State({ of }: { of: Content }) {
  const { t } = useLingui()
  const now = Date.now()
  const state = (): [string, Tone] => {
    if (!of.is_on) return [t`Off`, 'plain']
    if (of.from_at && now < Date.parse(of.from_at)) return [t`Scheduled`, 'wait']
    return of.until_at && now >= Date.parse(of.until_at) ? [t`Ended`, 'plain'] : [t`Shown`, 'ok']
  }
  const [text, tone] = state()
  return <Badge tone={tone}>{text}</Badge>
}

function ContentCard({ content, zone, may }: { content: Content; zone: string; may: boolean }) {
  const { t, i18n } = useLingui()
  const words = useContentWords()
  const topicName = useTopicName()
  const english = content.texts.en
  const local = (text: string) => `${localText(text, i18n.locale)} (${content.time_zone})`
  const facts = [
    content.kind === 'banner' ? { name: t`Pages`, value: content.places.map(words.place).join(', ') } : undefined,
    content.slug && content.topic ? { name: t`Address`, value: content.slug } : undefined,
    content.topic ? { name: t`Topic`, value: topicName(content.topic) } : undefined,
    content.kind === 'article'
      ? undefined
      : { name: t`Who sees it`, value: words.audience(content.audience, content.new_days) },
    content.from ? { name: t`Begins`, value: local(content.from) } : undefined,
    content.until ? { name: t`Ends`, value: local(content.until) } : undefined,
    { name: t`Languages`, value: Object.keys(content.texts).join(', ') },
  ].filter((fact) => fact !== undefined)
  return (
    <Card title={english?.title ?? ''} aside={<State of={content} />}>
      <div className="grid gap-4">
        {content.kind === 'article' ? (
          <p className="line-clamp-4 whitespace-pre-line text-[14px] text-muted wrap-anywhere">{english?.text}</p>
        ) : (
          <BannerCard
            picture={content.picture}
            title={english?.title ?? ''}
            text={english?.text ?? ''}
            button={english?.button ?? ''}
            href={content.link}
            onFollow={() => undefined}
          />
        )}
        <Facts facts={facts} />
        <p className="text-[13px] text-muted wrap-anywhere">
          <Trans>
            Changed by {content.updated_by}, {shortTime(content.updated_at, i18n.locale)}
          </Trans>
        </p>
        {may ? (
          <div className="flex flex-wrap items-start gap-2">
            <ContentEditor kind={content.kind} zone={zone} before={content} />
            <Remove id={content.id} />
          </div>
        ) : null}
      </div>
    </Card>
  )
}

function Remove({ id }: { id: string }) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteContent(id),
    onSettled: () => {
      setAsks(false)
      return queries.invalidateQueries({ queryKey: contentsQuery.queryKey })
    },
  })
  return (
    <>
      <Button variant="text" small className="text-[14px]!" onClick={() => setAsks(true)}>
        <Trans>Delete</Trans>
      </Button>
      {remove.error ? <Notice tone="bad">{problemWords(remove.error)}</Notice> : null}
      <ConfirmRemove
        open={asks}
        busy={remove.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}

type ConfirmRemoveProps = { open: boolean; busy: boolean; onClose: () => void; onConfirm: () => void }

function ConfirmRemove({ open, busy, onClose, onConfirm }: ConfirmRemoveProps) {
  return (
    <Panel open={open} onClose={onClose} title={<Trans>Delete it for good?</Trans>}>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          <Trans>Delete</Trans>
        </Button>
      </div>
    </Panel>
  )
}
