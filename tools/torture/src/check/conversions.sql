-- Each conversion reckoned anew from the terms that its transaction names, in whole numbers. Terms are read as text: an amount
-- without its point is a number of atoms.
WITH terms AS (
         SELECT r.tenant_id, r.id, r.body #>> '{price,from_currency}' AS gives, r.body #>> '{price,to_currency}' AS gets,
                translate(r.body #>> '{price,from_amount,amount}', '.', '')::numeric AS from_atoms,
                translate(r.body #>> '{price,to_amount,amount}', '.', '')::numeric AS to_atoms,
                (r.body #>> '{price,reference_rate,numerator}')::numeric AS market_up,
                (r.body #>> '{price,reference_rate,denominator}')::numeric AS market_down,
                (r.body #>> '{price,rate,numerator}')::numeric AS up,
                (r.body #>> '{price,rate,denominator}')::numeric AS down,
                (SELECT sum(translate(line #>> '{amount,amount}', '.', '')::numeric)
                 FROM jsonb_array_elements(r.body #> '{price,lines}') AS line WHERE line ->> 'kind' = 'amount_converted') AS quoted,
                -- Of a sale our fee is taken from the result, so it stands in the currency received.
                coalesce(fees.currency = r.body #>> '{price,to_currency}', false) AS sells, coalesce(fees.fixed, 0) AS fixed, coalesce(fees.percent, 0) AS percent
         FROM records r
         CROSS JOIN LATERAL (
             SELECT sum(translate(line #>> '{fee,add}', '.', '')::numeric) AS fixed, sum((line #>> '{fee,mult}')::numeric) AS percent,
                    max(line #>> '{amount,currency}') AS currency
             FROM jsonb_array_elements(r.body #> '{price,lines}') AS line
             WHERE line ->> 'kind' IN ('our_fee', 'processing_fee')) fees
         WHERE r.kind = 'transaction' AND jsonb_typeof(r.body #> '{price,lines}') = 'array'),
     sides AS (
         SELECT t.tenant_id, t.record_id, t.change_id, t.code, t.posted, t.pending, d.currency, d.book AS from_book, c.book AS to_book
         FROM transfers t
         JOIN accounts d ON d.tenant_id = t.tenant_id AND d.id = t.debit_account
         JOIN accounts c ON c.tenant_id = t.tenant_id AND c.id = t.credit_account),
     sums AS (
         SELECT tenant_id, record_id, change_id, currency,
                count(*) FILTER (WHERE code = 'convert') AS times,
                sum(posted) FILTER (WHERE code = 'convert' AND to_book = 'desk') AS sold,
                sum(posted) FILTER (WHERE code = 'convert' AND from_book = 'desk') AS bought,
                coalesce(sum(posted) FILTER (WHERE code = 'spread' AND to_book = 'fee_income'), 0) AS spread,
                coalesce(sum(posted) FILTER (WHERE code IN ('our_fee', 'processing_fee') AND to_book = 'fee_income'), 0) AS ruled,
                coalesce(sum(posted) FILTER (WHERE code = 'network_fee' AND to_book = 'fee_income'), 0) AS network,
                coalesce(sum(posted) FILTER (WHERE code = 'rounding' AND to_book = 'rounding'), 0) AS rest,
                coalesce(sum(pending) FILTER (WHERE code = 'payout' AND pending > 0), 0) AS held
         FROM sides GROUP BY 1, 2, 3, 4),
     conversions AS (
         SELECT t.*, g.sold, g.ruled + g.network AS given_fees, g.rest AS surplus, b.bought, b.bought - b.spread AS net,
                b.ruled + b.network AS got_fees, b.rest, b.held, g.ruled + b.ruled AS ruled,
                -- Fees are of what is given, of a sale's result where the money comes out.
                CASE WHEN t.sells THEN b.bought - b.spread ELSE t.from_atoms END AS ruled_amount
         FROM sums g
         JOIN sums b USING (tenant_id, record_id, change_id)
         JOIN terms t ON t.tenant_id = g.tenant_id AND t.id = g.record_id AND t.gives = g.currency AND t.gets = b.currency
         WHERE g.sold IS NOT NULL OR b.bought IS NOT NULL)
SELECT format('%s: %s %s became %s %s at the market''s rate', id, quoted, gives, bought, gets) FROM conversions
WHERE (bought * market_down <= quoted * market_up AND quoted * market_up < (bought + 1) * market_down) IS NOT TRUE
UNION ALL
SELECT format('%s: %s %s became %s %s at the rate promised', id, quoted, gives, net, gets) FROM conversions
WHERE (net * down <= quoted * up AND quoted * up < (net + 1) * down) IS NOT TRUE
UNION ALL
SELECT format('%s: the desk was given %s of %s %s, and rounding %s', id, sold, quoted, gives, surplus) FROM conversions
WHERE (sold <= quoted AND (surplus = 0 OR sold = quoted)) IS NOT TRUE
UNION ALL
SELECT format('%s: of %s %s, %s were converted and %s are fees', id, from_atoms, gives, quoted, given_fees) FROM conversions
WHERE (quoted + given_fees = from_atoms) IS NOT TRUE
UNION ALL
SELECT format('%s: of %s %s, %s are fees, %s rounding, and %s go to the customer, who was promised %s',
              id, net, gets, got_fees, rest, held, to_atoms) FROM conversions
WHERE (net = got_fees + rest + held AND held = to_atoms) IS NOT TRUE
UNION ALL
SELECT format('%s: %s %s were left to rounding, more than an atom given is worth', id, rest, gets) FROM conversions
WHERE rest > 0 AND rest * down >= up
UNION ALL
SELECT format('%s: fees of %s are less than %s %% of %s and %s', id, ruled, percent, ruled_amount, fixed) FROM conversions
WHERE ruled * 100 < fixed * 100 + percent * ruled_amount
UNION ALL
SELECT format('record %s: %s transfers convert it in %s changes', record_id, sum(times), count(DISTINCT change_id)) FROM sums
WHERE times > 0 GROUP BY tenant_id, record_id HAVING sum(times) <> 2 OR count(DISTINCT change_id) <> 1
UNION ALL
SELECT format('record %s was converted, and nobody knows its terms', s.record_id) FROM sums s
WHERE s.sold IS NOT NULL AND NOT EXISTS (SELECT FROM conversions c WHERE c.tenant_id = s.tenant_id AND c.id = s.record_id)
UNION ALL
SELECT format('record %s: %s of %s %s from %s to %s', record_id, code, posted, currency, from_book, to_book) FROM sides
WHERE (code = 'rounding') <> (to_book = 'rounding') OR from_book = 'rounding'
