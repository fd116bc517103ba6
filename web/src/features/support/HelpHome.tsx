import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Mail, MessageCircle, Scale } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../../domain/QueryCard'
import { host } from '../../host/adapter'
import type { Locale } from '../../i18n/locale'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { ListRow, ListRows, listRowClass, RowGlyph } from '../../ui/ListRow'
import { type Article, HELP_TOPICS } from '../../domain/article/articles'
import { articlesQuery } from './help/load'
import { searchArticles } from './help/search'
import { mailTo } from './mail'
import { OwnConversations } from './OwnConversations'
import { SearchBox } from './SearchBox'
import type { SupportPageProps } from './SupportPage'
import { HELP_WORDS } from './words'

const RESULTS_MAX = 6

/** The first page of support: the search, what people ask, one's conversations, and the ways to write. */
export function HelpHome(props: SupportPageProps) {
  const { link, person, order } = props
  const { i18n } = useLingui()
  const [query, setQuery] = useState('')
  const asked = useQuery(articlesQuery(i18n.locale as Locale))
  const articles = asked.data?.filter(({ topic }) => topic !== 'statement') ?? []
  const found = searchArticles(asked.data ?? [], query).slice(0, RESULTS_MAX)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchBox value={query} onChange={setQuery}>
        {query.trim() ? <Found found={found} link={link} /> : null}
      </SearchBox>
      {order.reference ? (
        <p className="px-1.5 text-muted">
          <Trans>
            About order <span className="font-[580] text-text">{order.reference}</span>. In the meantime it stays as it
            is and your money is safe.
          </Trans>
        </p>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 desk:grid-cols-[minmax(0,1fr)_336px] desk:items-start">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {person ? <OwnConversations link={link} /> : null}
          <Loaded asked={{ ...asked, data: asked.data ? articles : undefined }} rows={6}>
            {(all) => <Topics articles={all} link={link} />}
          </Loaded>
        </div>
        <Ways {...props} />
      </div>
    </div>
  )
}

type FoundProps = { found: readonly Article[]; link: SupportPageProps['link'] }

/** The articles that fit. Their number is announced. */
function Found({ found, link }: FoundProps) {
  return (
    <div className="mt-4 border-t border-line pt-2">
      <p role="status" className={found.length > 0 ? 'sr-only' : 'py-2 text-muted'}>
        {found.length > 0 ? (
          <Trans>Articles: {found.length}</Trans>
        ) : (
          <Trans>No article says this. Try other words, or write to us.</Trans>
        )}
      </p>
      <ul>
        {found.map((article) => (
          <li key={article.slug}>
            {link(
              { help: article.slug },
              'flex min-h-11 items-center justify-between gap-3 rounded-control px-2 py-1.5 font-[580] hover:bg-sunken',
              <>
                {article.title}
                <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
              </>,
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Topics({ articles, link }: { articles: readonly Article[]; link: SupportPageProps['link'] }) {
  const { i18n } = useLingui()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 desk:grid-cols-2">
      {HELP_TOPICS.map((topic) => {
        const { name, icon: Icon } = HELP_WORDS[topic]
        return (
          <Card key={topic}>
            <div className="mb-2 flex items-center gap-3">
              <RowGlyph>
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              </RowGlyph>
              <h2>{i18n._(name)}</h2>
            </div>
            <ul>
              {articles
                .filter((article) => article.topic === topic)
                .map(({ slug, title }) => (
                  <li key={slug}>
                    {link(
                      { help: slug },
                      '-mx-2 flex min-h-11 items-center rounded-control px-2 py-1.5 hover:bg-sunken',
                      title,
                    )}
                  </li>
                ))}
            </ul>
          </Card>
        )
      })}
    </div>
  )
}

/** How to reach a person. */
function Ways({ link, mail, order, name, person }: SupportPageProps) {
  const { t } = useLingui()
  const subject = order.reference ? t`Order ${order.reference}` : t`A question to ${name}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListRows label={<Trans>Did not find it?</Trans>}>
        {link(
          { write: 'question' },
          listRowClass,
          <ListRow
            glyph={<MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />}
            title={<Trans>Write to support</Trans>}
            detail={<Trans>A person answers, here and by email</Trans>}
          />,
        )}
        {link(
          { write: 'complaint' },
          listRowClass,
          <ListRow
            glyph={<Scale size={20} strokeWidth={1.75} aria-hidden="true" />}
            title={<Trans>Make a complaint</Trans>}
            detail={<Trans>With a number and a written answer in time</Trans>}
          />,
        )}
        {mail ? (
          <div className="flex items-center gap-1 pr-2">
            <a href={mailTo(mail, subject)} className={`${listRowClass} min-w-0 flex-1`}>
              <ListRow
                glyph={<Mail size={20} strokeWidth={1.75} aria-hidden="true" />}
                title={<Trans>Write an email</Trans>}
                detail={mail}
                chevron={false}
              />
            </a>
            <CopyButton text={mail} label={t`Copy the support address`} />
          </div>
        ) : null}
      </ListRows>
      {!mail && !person ? (
        <p className="px-1.5 text-[14px] text-muted">
          <Trans>
            {name} has not published a support address here. Ask the company or person you know {name} from: they run
            this service and can see your order.
          </Trans>
        </p>
      ) : null}
      <p className="px-1.5 text-[14px] text-muted">
        <Trans>
          Never send a sign-in code, a card number with its CVV, a password or a recovery phrase. Support does not ask
          for them.
        </Trans>
      </p>
      <a
        href={`${host.basepath === '/' ? '' : host.basepath}/accessibility`}
        className="inline-flex min-h-11 items-center justify-self-start px-1.5 text-[14px] font-semibold text-brand"
      >
        <Trans>Accessibility</Trans>
      </a>
    </div>
  )
}
