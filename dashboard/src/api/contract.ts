/** Generated from openapi.yaml by `npm run contract`. */

export interface paths {
    "/api/v1/fleet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the fleet */
        get: operations["fleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List devices */
        get: operations["devices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a device */
        get: operations["device"];
        /**
         * Register or change a device
         * @description Properties that the body leaves out stay as they are. Type, status, location and firmware are set for all series of the device.
         */
        put: operations["putDevice"];
        post?: never;
        /**
         * Delete a device with its data
         * @description Deletes readings, rollup rows, alerts, anomalies and the device itself. The answer comes when everything is deleted. An interrupted request can be repeated, and the server finishes it at its next start.
         */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Locations with the highest severity come first, then those with most alerts, then those with most devices offline.
         */
        get: operations["locations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the newest reading of a device */
        get: operations["latest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the readings of a device
         * @description The readings of all series come in the order of time, those of one time in the order of their series. As CSV without a limit, the whole range comes in one answer. Each field is a column; a field named `at` or `series` is in the column `fields.at` or `fields.series`, because `at` is the time and `series` the series.
         */
        get: operations["readings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the lines of a chart
         * @description Few readings are returned as they are, or thinned so that the line keeps its shape. A longer range is read from the rollup tier that fits.
         */
        get: operations["series"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/baseline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the baseline of a field */
        get: operations["baseline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rollups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read rollup rows of a device, a location or the fleet
         * @description Give exactly one of `device`, `location` and `fleet`.
         */
        get: operations["rollups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Lists unresolved alerts, the highest severity and the newest first, unless a status or a device is given. Resolved alerts are found by their device; without one, the newest of a fleet of up to 1,000 devices come in one answer without a next page.
         */
        get: operations["alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{device}/{alert}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Acknowledge an alert */
        post: operations["acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{device}/{alert}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resolve an alert */
        post: operations["resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List rules */
        get: operations["rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Create or replace a rule */
        put: operations["putRule"];
        post?: never;
        /** Delete a rule */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try a rule on past readings */
        post: operations["backtest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/anomalies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List anomalies
         * @description The newest come first. The range may have up to 366 days.
         */
        get: operations["anomalies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List channels */
        get: operations["channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a channel */
        get: operations["channel"];
        /**
         * Create or replace a channel
         * @description A webhook needs `url` and `secret`, a Slack channel `url`, an e-mail channel `host`, `from` and `to`. Properties of other kinds are refused. `url`, `secret` and `password` are never shown again; if a request leaves them out, the stored ones stay. A database has at most 50 channels.
         */
        put: operations["putChannel"];
        post?: never;
        /**
         * Delete a channel
         * @description Notices that it has not sent yet fail.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notice
         * @description Waits until the receiver answers. The route of the channel does not matter.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{device}/{alert}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of an alert */
        get: operations["deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rollups/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare rollup rows with their events
         * @description Checks up to the last full hour unless `to` is given. This may take minutes; the answer starts with blanks until the result is there.
         */
        post: operations["verifyRollups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rollups/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebuild rollup rows that differ from their events
         * @description This may take minutes; the answer starts with blanks until the result is there.
         */
        post: operations["rebuildRollups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send readings
         * @description One reading, a list, lines of JSON, CSV with the columns deviceId, at and one for each field, or line protocol. A body may be compressed with gzip.
         */
        post: operations["sendReadings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send line protocol as to InfluxDB 1 */
        post: operations["writeLines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send line protocol as to InfluxDB 2 */
        post: operations["writeLines2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer the ping of InfluxDB's clients */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sites */
        get: operations["sites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a site */
        get: operations["site"];
        /**
         * Add or change a site
         * @description Properties that the body leaves out stay as they are.
         */
        put: operations["putSite"];
        post?: never;
        /** Delete a site */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the shared links of a site */
        get: operations["links"];
        put?: never;
        /**
         * Create a shared link
         * @description Everybody who has the link can read the statistics of this site, and nothing else. The secret is shown only in this answer; the server stores its hash, and of a password a slow salted hash.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/links/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a shared link
         * @description Takes effect at once on all servers.
         */
        delete: operations["revokeLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a shared link
         * @description Exchanges the secret of a link, and its password if it has one, for a session that reads the site. One network may try ten wrong passwords of a link, and one more each minute.
         */
        post: operations["openLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get visitors, sessions and page views of a period */
        get: operations["stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one number over a period */
        get: operations["timeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/realtime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the last 30 minutes of a site */
        get: operations["realtime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Break a number down by a dimension */
        get: operations["breakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/page-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the time on each page
         * @description Counted from hits: from the times that the tracking script reports when a page is left or hidden.
         */
        get: operations["pageTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count visitors from goal to goal */
        get: operations["funnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/saved-funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the saved funnels of a site */
        get: operations["savedFunnels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/saved-funnels/{funnel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Save or replace a funnel */
        put: operations["putFunnel"];
        post?: never;
        /** Delete a saved funnel */
        delete: operations["deleteFunnel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/dropped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the hits that were not counted
         * @description By day in UTC. The counts include those of this server up to now, and of other servers on the table up to some seconds ago.
         */
        get: operations["dropped"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the goals of a site */
        get: operations["goals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/goals/{goal}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a goal */
        get: operations["goal"];
        /** Create or replace a goal */
        put: operations["putGoal"];
        post?: never;
        /** Delete a goal */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/visitors/{visitor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export everything that is stored of a visitor */
        get: operations["visitor"];
        put?: never;
        post?: never;
        /** Erase a visitor */
        delete: operations["eraseVisitor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a page view or an event of a web site
         * @description The body that Plausible documents, also as text/plain, which needs no preflight. Any site may send. One address may send 50 hits a second to one site, on average over 20 seconds, unless the server is started with another --hit-rate.
         */
        post: operations["sendEvent"];
        delete?: never;
        /** Allow browsers to send from another site */
        options: operations["eventPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tables and their kinds of items */
        get: operations["tables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/table/{name}/partitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the partitions of a table
         * @description DynamoDB returns partitions in no order, so a prefix is searched for. A page may hold few partitions or none and not be the last.
         */
        get: operations["partitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/table/{name}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a partition
         * @description The keys of tokens are hidden from tokens without the scope admin. These get them as one page of up to 500 items, without `from` and `page`.
         */
        get: operations["items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/table/{name}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events of a block of a packed series */
        get: operations["block"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tokens */
        get: operations["tokens"];
        put?: never;
        /**
         * Create a token
         * @description The secret is shown only in this answer; the server stores its hash.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Takes effect on all servers within half a minute.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the credentials authorise */
        get: operations["access"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether the process is alive */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the server is ready
         * @description The server is ready when the table answers and takes writes, and its changes are processed.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get metrics for Prometheus */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this description */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this description as a page */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/style.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the style sheet of that page */
        get: operations["docsStyle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refuse InfluxQL and name the addresses to read from */
        get: operations["influxQuery"];
        put?: never;
        /** Refuse InfluxQL and name the addresses to read from */
        post: operations["influxPostQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse Flux and name the addresses to read from */
        post: operations["fluxQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/query_sql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refuse SQL and name the addresses to read from */
        get: operations["sqlQuery"];
        put?: never;
        /** Refuse SQL and name the addresses to read from */
        post: operations["sqlPostQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/query_influxql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refuse InfluxQL and name the addresses to read from */
        get: operations["influxQuery3"];
        put?: never;
        /** Refuse InfluxQL and name the addresses to read from */
        post: operations["influxPostQuery3"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to changes
         * @description Server-sent events. `readings` holds the newest reading of a series of a device (LiveReading), `alert` an alert that changed (Alert), `fleet` the state of the fleet (Fleet), at most every two seconds, and `site` the visitors of a site (LiveSite). A comment every 15 seconds shows that the connection is alive. The stream ends within a minute after the token is revoked. A token for one site may listen to this site only. Unknown devices and sites never send anything.
         */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What the credentials of the request authorise. */
        Access: {
            /** @description The name of the token; null on a server that needs none. */
            name: string | null;
            /** @description The scopes. */
            scopes: components["schemas"]["Scope"][];
            /** @description The one site that can be read, such as `site:blog`; null for everything. */
            only: string | null;
        };
        /** @description The person who acknowledges or resolves an alert. */
        ActorBody: {
            /** @description The name of the person; the name of the token by default. */
            by?: string | null;
        };
        /** @description An alert. */
        Alert: {
            /** @description The id; unique within the device. */
            alertId: string;
            /** @description The id of the device. */
            deviceId: string;
            /** @description The id of the series that broke the rule; absent if that is the id of the device. */
            series?: string;
            /** @description The name of the rule that opened it. */
            rule: string;
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description The status. */
            status: components["schemas"]["AlertStatus"];
            /** @description The message of the rule. */
            message: string;
            /** @description The field that the rule checks; null for a rule on silence, and where the rule is unknown. */
            field: string | null;
            /** @description The value that broke the rule; null for a rule on silence. */
            value: number | null;
            /**
             * Format: date-time
             * @description The time of the reading that broke the rule; for silence, of the last reading.
             */
            readingAt: string;
            /**
             * Format: date-time
             * @description The time at which it was opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description The time at which someone acknowledged it.
             */
            acknowledgedAt: string | null;
            /** @description The name of the person or token that acknowledged it. */
            acknowledgedBy: string | null;
            /**
             * Format: date-time
             * @description The time at which it was resolved.
             */
            resolvedAt: string | null;
            /** @description The name of the person or token that resolved it; null where the rule did. */
            resolvedBy: string | null;
        };
        /**
         * @description What happened to an alert. `escalated` means that the severity of an unresolved alert changed.
         * @enum {string}
         */
        AlertEvent: "opened" | "escalated" | "resolved";
        /** @description One page of alerts. */
        AlertPage: {
            /** @description The alerts. */
            alerts: components["schemas"]["Alert"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @enum {string} */
        AlertStatus: "open" | "acknowledged" | "resolved";
        /** @description A reading that is outside its expected range. */
        Anomaly: {
            /** @description The id of the device. */
            deviceId: string;
            /** @description The id of the series; absent if that is the id of the device. */
            series?: string;
            /**
             * Format: date-time
             * @description The time of the reading.
             */
            at: string;
            /** @description What detectors found. */
            findings: components["schemas"]["Finding"][];
        };
        /** @description One page of anomalies. */
        AnomalyPage: {
            /** @description The anomalies. */
            anomalies: components["schemas"]["Anomaly"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description A rule to try on the readings of a device, in each of its series. */
        BacktestBody: {
            /** @description The rule; not of kind `unusual`. */
            rule?: null | components["schemas"]["RuleBody"];
            /** @description The id of the device. */
            device?: string | null;
            /** @description The start of the range; 7 days ago by default. */
            from?: string | null;
            /** @description The end of the range, not included; now by default. */
            to?: string | null;
        };
        /** @description The alerts that a rule would have opened. */
        BacktestResult: {
            /** @description The alerts, in order of time. */
            episodes: components["schemas"]["BacktestResultEpisode"][];
        };
        /** @description An alert that a rule would have opened. */
        BacktestResultEpisode: {
            /** @description The id it would have had. */
            alertId: string;
            /**
             * Format: date-time
             * @description The time at which it would have been opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description The time of the reading that broke the rule; for silence, of the last reading.
             */
            readingAt: string;
            /** @description The value that broke the rule; null for a rule on silence. */
            value: number | null;
            /**
             * Format: date-time
             * @description The time at which it would have been resolved; null where the range ended first.
             */
            resolvedAt: string | null;
            /** @description The id of the series that broke the rule; absent if that is the id of the device. */
            series?: string;
        };
        /** @description The baseline of one field: the range of values to expect at each hour, from the same hours of past weeks. All lists are empty while the history is shorter than two weeks. */
        Baseline: {
            /** @description The name of the field. */
            field: string;
            /** @description The beginning of each hour in epoch milliseconds. */
            t: number[];
            /** @description The mean of the same hour in past weeks; null for an hour without history. */
            mean: (number | null)[];
            /** @description The lower end of the expected range. */
            low: (number | null)[];
            /** @description The upper end of the expected range. */
            high: (number | null)[];
        };
        /** @description One page of the events of a block. */
        BlockPage: {
            /** @description The events, in the order of their clocks. */
            rows: components["schemas"]["BlockPageRow"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description An event in a block. */
        BlockPageRow: {
            /**
             * Format: date-time
             * @description The clock.
             */
            at: string;
            /** @description The values by field. The entry of a map is the field `attribute.entry`. */
            values: {
                [key: string]: unknown;
            };
        };
        /** @description A channel, without its secrets. */
        Channel: {
            /** @description The name. */
            name: string;
            /** @description The way in which it delivers notices. */
            kind: components["schemas"]["ChannelKind"];
            /** @description The server, the recipients or the log that notices go to, without anything secret. */
            target: string;
            /** @description The least severity of alerts that it gets; null for all. */
            minSeverity: null | components["schemas"]["Severity"];
            /** @description The names of the rules whose alerts it gets; empty for all. */
            rules: string[];
            /** @description The locations of devices whose alerts it gets; empty for all. */
            locations: string[];
            /** @description How it sends e-mail; null for other kinds. */
            mail: null | components["schemas"]["ChannelMail"];
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description The time at which it was last changed.
             */
            updatedAt: string | null;
        };
        /** @description A channel to create or to replace. If `url`, `secret` or `password` is left out, the stored one stays. */
        ChannelBody: {
            /**
             * @description The way in which the channel delivers notices.
             * @enum {string|null}
             */
            kind?: "webhook" | "slack" | "email" | "log" | null;
            /**
             * @description The least severity of alerts that the channel gets; all by default.
             * @enum {string|null}
             */
            minSeverity?: "low" | "medium" | "high" | "critical" | null;
            /** @description The names of the rules whose alerts it gets, 100 at most; all by default. */
            rules?: string[] | null;
            /** @description The locations of devices whose alerts it gets, 100 at most; all by default. */
            locations?: string[] | null;
            /** @description The address that a webhook or Slack channel posts to. */
            url?: string | null;
            /** @description The text that signs the bodies of a webhook; at least 16 characters. */
            secret?: string | null;
            /** @description The mail server. */
            host?: string | null;
            /** @description The port of the mail server, from 1 to 65535; 587 by default, or 465 with `tls`. */
            port?: number | null;
            /**
             * @description The encryption of the connection to the mail server; `starttls` by default.
             * @enum {string|null}
             */
            security?: "starttls" | "tls" | "none" | null;
            /** @description The user to log in with at the mail server; no login by default. */
            user?: string | null;
            /** @description The password of the user. */
            password?: string | null;
            /** @description The address of the sender. */
            from?: string | null;
            /** @description The addresses of the recipients, 20 at most. */
            to?: string[] | null;
        };
        /**
         * @description The way in which a channel delivers notices.
         * @enum {string}
         */
        ChannelKind: "webhook" | "slack" | "email" | "log";
        /** @description All channels. */
        ChannelList: {
            /** @description The channels, by name. */
            channels: components["schemas"]["Channel"][];
        };
        /** @description The mail server of a channel, without the password. */
        ChannelMail: {
            /** @description The mail server. */
            host: string;
            /** @description Its port. */
            port: number;
            /** @description The encryption of the connection. */
            security: components["schemas"]["MailSecurity"];
            /** @description The user it logs in with; null for no login. */
            user: string | null;
            /** @description The address of the sender. */
            from: string;
            /** @description The addresses of the recipients. */
            to: string[];
        };
        /** @description The result of a test notice. */
        ChannelTestResult: {
            /** @description The name of the channel. */
            channel: string;
            /** @description Whether the receiver accepted the notice. */
            status: components["schemas"]["ChannelTestResultStatus"];
            /** @description Why it failed; null if it was delivered. */
            reason: string | null;
        };
        /**
         * @description Whether the receiver accepted a test notice.
         * @enum {string}
         */
        ChannelTestResultStatus: "delivered" | "failed";
        /** @description The state of telling one channel about one event of an alert. */
        Delivery: {
            /** @description The name of the channel. */
            channel: string;
            /** @description What happened to the alert. */
            event: components["schemas"]["AlertEvent"];
            /** @description The state of the delivery. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description How often sending was tried. */
            attempts: number;
            /**
             * Format: date-time
             * @description The time at which the event was stored for sending.
             */
            queuedAt: string;
            /**
             * Format: date-time
             * @description The time at which the receiver accepted the notice.
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description The time of the next attempt; null if the notice is delivered or failed.
             */
            nextAttemptAt: string | null;
            /** @description Why the last attempt failed. */
            reason: string | null;
            /** @description The id of the notice, which the receiver gets as `Idempotency-Key` or `Message-ID`. */
            noticeId: string | null;
        };
        /** @description All deliveries of one alert. */
        DeliveryList: {
            /** @description The deliveries. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /**
         * @description The state of a delivery.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "failed";
        /** @enum {string} */
        DeviationType: "high" | "low";
        /** @description A device: everything that its series have together. */
        Device: {
            /** @description The id. */
            deviceId: string;
            /** @description The name; the id until someone names the device. */
            name: string;
            /** @description The type. */
            type: components["schemas"]["DeviceType"];
            /** @description The status; `deleting` while the data of the device is being deleted. */
            status: components["schemas"]["DeviceStatus"];
            /** @description Whether there is a recent reading. */
            online: boolean;
            /** @description The location, if known. */
            location: string | null;
            /** @description The version of the firmware, if known. */
            firmware: string | null;
            /** @description Labels by name. */
            labels: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description The time of the newest reading.
             */
            lastSeenAt: string | null;
            /**
             * Format: date-time
             * @description The time of registration.
             */
            createdAt: string | null;
            /** @description The newest value of each field, and the time of the newest reading. */
            latest: null | components["schemas"]["Reading"];
            spark: components["schemas"]["DeviceSpark"];
            /** @description The unresolved alerts of the device. */
            alerts: components["schemas"]["DeviceAlertSummary"];
            /** @description The number of series. */
            seriesCount: number;
            /** @description The series, at most 100; only for a device requested by id. */
            series?: components["schemas"]["Series"][];
            /** @description The names of all fields; only for a device requested by id. */
            fields?: string[];
            /** @description The names of fields that were not stored lately because the device has too many; only for a device requested by id. */
            fieldsLeftOut?: string[];
        };
        /** @description The unresolved alerts of a device. */
        DeviceAlertSummary: {
            /** @description The number of unresolved alerts. */
            open: number;
            /** @description Their highest severity; null without alerts. */
            worst: null | components["schemas"]["Severity"];
        };
        /** @description A device to register or to change. Properties that are left out stay as they are. */
        DeviceBody: {
            /** @description The name. */
            name?: string | null;
            /**
             * @description The type; `sensor` for a new device.
             * @enum {string|null}
             */
            type?: "sensor" | "gateway" | "actuator" | null;
            /**
             * @description The status; `active` for a new device. `deleting` cannot be set.
             * @enum {string|null}
             */
            status?: "active" | "inactive" | "maintenance" | "deleting" | null;
            /** @description The location. */
            location?: string | null;
            /** @description The version of the firmware. */
            firmware?: string | null;
            /** @description Labels by name; they replace all labels of the device. */
            labels?: {
                [key: string]: string;
            } | null;
        };
        /** @description The result of deleting a device. */
        DeviceDeleted: {
            /** @description The id of the device. */
            deviceId: string;
            /** @description The number of readings that were deleted. */
            readings: number;
        };
        /** @description One page of devices. */
        DevicePage: {
            /** @description The devices. */
            devices: components["schemas"]["Device"][];
            /** @description The number of devices that match. */
            total: number;
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description The lines of a chart of one device. */
        DeviceSeries: {
            /** @description The id of the device. */
            deviceId: string;
            /**
             * Format: date-time
             * @description The start of the range, included.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the range, not included.
             */
            to: string;
            /** @description The source of the points: `raw` for readings, otherwise the tier of the rollup rows; of several series, the coarsest. */
            tier: components["schemas"]["DeviceSeriesTier"];
            /** @description Whether readings were left out. The lines keep their shape. */
            thinned: boolean;
            /** @description A line for each field; empty if there are several series. */
            fields: {
                [key: string]: components["schemas"]["DeviceSeriesLine"];
            };
            /** @description The lines of each series; absent if there is one series. */
            series?: components["schemas"]["SeriesLines"][];
        };
        /** @description A line as parallel lists. */
        DeviceSeriesLine: {
            /** @description Epoch milliseconds. */
            t: number[];
            /** @description The value of a reading, or the average of a row. */
            avg: (number | null)[];
            /** @description The minimum of each row; absent for readings. */
            min?: (number | null)[];
            /** @description The maximum of each row; absent for readings. */
            max?: (number | null)[];
            /** @description The number of readings of each row; absent for readings. */
            count?: number[];
        };
        /**
         * @description The source of the points of a chart.
         * @enum {string}
         */
        DeviceSeriesTier: "raw" | "minute" | "hour" | "day" | "month";
        /** @description The hourly averages of one field over the last day. */
        DeviceSpark: {
            /** @description The name of the field; null where the device has no reading. */
            field: string | null;
            /** @description The averages, oldest first; null for hours without a reading. Empty without any reading. */
            values: (number | null)[];
        };
        /** @enum {string} */
        DeviceStatus: "active" | "inactive" | "maintenance" | "deleting";
        /** @enum {string} */
        DeviceType: "sensor" | "gateway" | "actuator";
        /** @description An object without properties. */
        Empty: Record<string, never>;
        /** @description An error. */
        Error: {
            /** @description The stable code of the error, such as `ask.range`. */
            code: string;
            /** @description What happened and what to change. */
            message: string;
        };
        /** @description A page view or event, as Plausible's clients send it. Each property also has a long name. */
        Event: {
            /** @description `pageview` or the name of a custom event. Also `name`. */
            n?: string | null;
            /** @description The address of the page. Also `url`. */
            u?: string | null;
            /** @description The id of the site or one of its domains. Also `domain`. */
            d?: string | null;
            /** @description The address the visitor came from. Also `referrer`. */
            r?: string | null;
            /** @description Properties: texts, numbers and booleans. Also `props`. */
            p?: {
                [key: string]: unknown;
            } | null;
            /** @description Revenue with an amount and a currency. Also `revenue`. */
            $?: {
                [key: string]: unknown;
            } | null;
            /** @description Whether the visitor did something. Also `interactive`. */
            i?: boolean | null;
            /** @description A ULID of the client. A hit that is sent again with the same id is counted once. */
            id?: string | null;
        };
        /** @description The requests to the table that an answer would need, and their cost. */
        Explained: {
            /** @description The requests, in the order they would be sent. */
            requests: components["schemas"]["ExplainedRequest"][];
            /** @description The largest capacity that one page of each request can use. */
            capacity: components["schemas"]["ExplainedCapacity"];
            /** @description The on-demand price of that capacity in us-east-1. */
            dollars: number;
        };
        /** @description Capacity in DynamoDB's units. */
        ExplainedCapacity: {
            /** @description Read units. */
            read: number;
            /** @description Write units. */
            write: number;
        };
        /** @description One request to the table. */
        ExplainedRequest: {
            /** @description The operation, such as `query`. */
            operation: string;
            /** @description The table or index. */
            target: string;
            /** @description The conditions and limits of the request. */
            details: string[];
        };
        /** @description What one detector found about one field. */
        Finding: {
            /** @description The name of the field. */
            field: string;
            /** @description The value. */
            value: number;
            /** @description The side of the expected range on which the value lies. */
            type: components["schemas"]["DeviationType"];
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description The detector, such as `z-score`. */
            detector: string;
            /** @description The lower end of the expected range. */
            low: number;
            /** @description The upper end of the expected range. */
            high: number;
        };
        /** @description The state of the fleet. */
        Fleet: {
            /**
             * Format: date-time
             * @description The time of this state.
             */
            at: string;
            /** @description The number of devices. */
            devices: components["schemas"]["FleetDeviceCounts"];
            alerts: components["schemas"]["FleetAlertCounts"];
            /** @description The number of readings whose own clock is within the last minute. */
            readingsLastMinute: number;
            /** @description The names of fields, those of most devices first; at most 200. */
            fields: string[];
            /** @description The 100 locations that need attention most; `/api/v1/locations` lists all. */
            locations: components["schemas"]["Location"][];
            /** @description The number of all locations. */
            locationCount: number;
        };
        /** @description The number of unresolved alerts by severity. */
        FleetAlertCounts: {
            /** @description Alerts of severity `low`. */
            low: number;
            /** @description Alerts of severity `medium`. */
            medium: number;
            /** @description Alerts of severity `high`. */
            high: number;
            /** @description Alerts of severity `critical`. */
            critical: number;
        };
        /** @description The number of devices, in total, by status and by connection. */
        FleetDeviceCounts: {
            /** @description All devices. */
            total: number;
            /** @description Devices with the status `active`. */
            active: number;
            /** @description Devices with the status `inactive`. */
            inactive: number;
            /** @description Devices with the status `maintenance`. */
            maintenance: number;
            /** @description Devices whose data is being deleted. */
            deleting: number;
            /** @description Devices with a recent reading. */
            online: number;
            /** @description Devices without a recent reading. */
            offline: number;
        };
        /** @description How many visitors went from goal to goal. */
        Funnel: {
            /** @description The days. */
            period: components["schemas"]["Period"];
            /** @description The steps, in their order. */
            steps: components["schemas"]["FunnelStep"][];
        };
        /** @description A step of a funnel. */
        FunnelStep: {
            /** @description The id of the goal. */
            goalId: string;
            /** @description The name of the goal. */
            name: string;
            /** @description The number of visitors who came as far as this step. */
            visitors: number;
            /** @description Their share of all visitors, from 0 to 1. */
            rate: number;
            /** @description The share of the visitors of the step before who did not reach this one; of all visitors for the first step. */
            dropOff: number;
        };
        /** @description A goal of a site. */
        Goal: {
            /** @description The id. */
            goalId: string;
            /** @description The name. */
            name: string;
            /** @description What meets the goal: a page view, an event, or a session of some length. */
            kind: components["schemas"]["GoalKind"];
            /** @description How the pattern is compared; null for a goal of kind `duration`. */
            match: null | components["schemas"]["GoalMatch"];
            /** @description The path of the page, or the name of the event. */
            pattern: string | null;
            /** @description The length of the session for a goal of kind `duration`. */
            seconds: number | null;
            /** @description The name of the property of the event that is summed as revenue; absent for the revenue of the event. */
            value?: string;
            /** @description The currency of the value. */
            currency?: string;
        };
        /** @description A goal to create or to replace. */
        GoalBody: {
            /** @description The id; the same as in the address. */
            goalId?: string | null;
            /** @description The name; the pattern by default. */
            name?: string | null;
            /**
             * @description What meets the goal: a page view, an event, or a session of some length.
             * @enum {string|null}
             */
            kind?: "page" | "event" | "duration" | null;
            /**
             * @description How the pattern is compared; `exact` by default.
             * @enum {string|null}
             */
            match?: "exact" | "prefix" | "contains" | "stars" | "regex" | null;
            /** @description The path of the page, or the name of the event. */
            pattern?: string | null;
            /** @description The length of the session for a goal of kind `duration`. */
            seconds?: number | null;
            /** @description The name of a property of the event that is a number. It is summed as revenue, instead of the revenue of the event. */
            value?: string | null;
            /** @description The currency of the value, such as `EUR`; `XXX` (none) by default. */
            currency?: string | null;
        };
        /** @enum {string} */
        GoalKind: "page" | "event" | "duration";
        /** @enum {string} */
        GoalMatch: "exact" | "prefix" | "contains" | "stars" | "regex";
        /** @description All goals of a site. */
        GoalPage: {
            /** @description The goals. */
            goals: components["schemas"]["Goal"][];
        };
        /** @description The state of the process. All properties but `alive` are those of InfluxDB's health check. */
        Health: {
            /** @description Always true. */
            alive: boolean;
            /** @description Always `varve`. */
            name: string;
            /** @description A text for people. */
            message: string;
            /** @description Always `pass`. */
            status: string;
            /** @description Always empty. */
            checks: unknown[];
            /** @description The version of the API. */
            version: string;
        };
        /** @description An error in the form of InfluxDB. */
        InfluxError: {
            /** @description The code that InfluxDB uses for this kind of error. */
            code: string;
            /** @description What was not stored, and why. */
            message: string;
            /** @description The message again. */
            error: string;
        };
        /** @description An item. */
        Item: {
            /** @description The partition key. */
            partition: string;
            /** @description The sort key; empty where the table has none. */
            sort: string;
            /** @description The kind; `internal` for bookkeeping of the library, null for an unknown key. */
            kind: string | null;
            /** @description The declaration of the kind; null for an unknown key. */
            declaration: string | null;
            /** @description The parts of the key by name. */
            parts: {
                [key: string]: string;
            };
            /** @description The size as DynamoDB counts it. */
            bytes: number;
            /** @description The epoch second at which the item expires; null for never. */
            ttl: number | null;
            /** @description How long items of this kind are kept; null for ever. */
            keepSeconds: number | null;
            /** @description The other attributes. Long values are cut, secrets are hidden. */
            attributes: {
                [key: string]: unknown;
            };
            /** @description The events that a block of a packed series holds; absent for any other item. */
            block?: components["schemas"]["ItemBlock"];
        };
        /** @description The events of a block. */
        ItemBlock: {
            /** @description The number of events. */
            events: number;
            /**
             * Format: date-time
             * @description The clock of the first event.
             */
            first: string;
            /**
             * Format: date-time
             * @description The clock of the last event.
             */
            last: string;
        };
        /** @description One page of items. */
        ItemPage: {
            /** @description The items. */
            items: components["schemas"]["Item"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description A kind of items. */
        Kind: {
            /** @description The name. */
            kind: string;
            /** @description The declaration, such as `series readings`. */
            declaration: string;
            /** @description The template of partition keys. */
            partition: string;
            /** @description The template of sort keys; empty where there are none. */
            sort: string;
            /** @description How long items are kept; null for ever. */
            keepSeconds: number | null;
            /** @description The kind that the items are computed from; null where they are written directly. */
            source: string | null;
        };
        /** @description A shared link, without its secret. */
        Link: {
            /** @description The hash of the secret, by which the link is revoked. */
            linkId: string;
            /** @description The name by which people recognise it. */
            name: string;
            /** @description Whether it needs a password. */
            hasPassword: boolean;
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string | null;
        };
        /** @description A shared link to create. */
        LinkBody: {
            /** @description The name by which people recognise it, 1 to 100 characters; `link` by default. */
            name?: string | null;
            /** @description The password that visitors of the page have to enter, 8 to 200 characters; none by default. */
            password?: string | null;
        };
        /** @description A new shared link with its secret, which is never shown again. */
        LinkCreated: {
            /** @description The hash of the secret, by which the link is revoked. */
            linkId: string;
            /** @description The name by which people recognise it. */
            name: string;
            /** @description Whether it needs a password. */
            hasPassword: boolean;
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string | null;
            /** @description The link, without the address of the server: `/shared/blog#SECRET`. Browsers do not send what follows the `#`, so the secret is in no log. */
            path: string;
        };
        /** @description All shared links of a site. */
        LinkList: {
            /** @description The links, the oldest first. */
            links: components["schemas"]["Link"][];
        };
        /** @description What opens a shared link. */
        LinkOpening: {
            /** @description The part of the link after the `#`. */
            secret?: string | null;
            /** @description The password, if the link has one. */
            password?: string | null;
        };
        /** @description An opened shared link. */
        LinkSession: {
            /** @description Whether the link needs a password that was not sent; then there is no session. */
            needsPassword: boolean;
            /** @description The session. Send it as `Authorization: Bearer SESSION`; it reads the site and nothing else. */
            session: string | null;
            /**
             * Format: date-time
             * @description The time at which the session ends. It ends earlier if the link is revoked.
             */
            expiresAt: string | null;
        };
        /** @description The newest reading of a series, as live listeners receive it. */
        LiveReading: {
            /** @description The id of the device. */
            deviceId: string;
            /**
             * Format: date-time
             * @description The time of the reading.
             */
            at: string;
            /** @description The numbers by field. */
            fields: {
                [key: string]: number;
            };
            /** @description The texts by field; absent if the reading has none. */
            texts?: {
                [key: string]: string;
            };
            /** @description The id of its series; absent if that is the id of the device. */
            series?: string;
        };
        /** @description The visitors of a site right now, as live listeners receive them. */
        LiveSite: {
            /** @description The id of the site. */
            siteId: string;
            /** @description The number of visitors in the last 5 minutes. */
            visitors5: number;
        };
        /** @description A location and the state of its devices. */
        Location: {
            /** @description The name of the location. */
            location: string;
            /** @description The number of devices there. */
            devices: number;
            /** @description The number of devices with a recent reading. */
            online: number;
            /** @description The number of unresolved alerts. */
            alerts: number;
            /** @description The highest severity of these alerts; null without alerts. */
            worst: null | components["schemas"]["Severity"];
        };
        /** @description One page of locations. */
        LocationPage: {
            /** @description The locations. */
            locations: components["schemas"]["Location"][];
            /** @description The number of locations that match. */
            total: number;
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /**
         * @description How a connection to a mail server is encrypted.
         * @enum {string}
         */
        MailSecurity: "starttls" | "tls" | "none";
        /** @description A partition. */
        Partition: {
            /** @description The partition key. */
            partition: string;
            /** @description The number of items by kind, counted up to 200. */
            kinds: {
                [key: string]: number;
            };
            /** @description Whether there are more items of some kind than were counted. */
            more: boolean;
        };
        /** @description One page of partitions. */
        PartitionPage: {
            /** @description The partitions. */
            partitions: components["schemas"]["Partition"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description The days that statistics are of. Fewer days than requested, where older hits are deleted. */
        Period: {
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The day after the last.
             */
            to: string;
            /** @description The time zone of the days. */
            zone: string;
        };
        /** @enum {string} */
        PrivacySignals: "honoured" | "ignored";
        /** @description A reading. */
        Reading: {
            /**
             * Format: date-time
             * @description The time of the reading.
             */
            at: string;
            /** @description The numbers by field. */
            fields: {
                [key: string]: number;
            };
            /** @description The texts by field; absent if the reading has none. */
            texts?: {
                [key: string]: string;
            };
            /** @description The id of its series; absent if that is the id of the device. */
            series?: string;
        };
        /** @description A reading to store. Numbers and texts may also stand beside `deviceId` instead of in `fields` and `texts`; a text `location` there is a label of the device. */
        ReadingBody: {
            /** @description The id of the device. An unknown device is registered. */
            deviceId: string;
            /** @description The time of the reading; the time of arrival by default. */
            at?: string | null;
            /** @description The numbers by field. */
            fields?: {
                [key: string]: number;
            } | null;
            /** @description Labels of the device by name. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description The texts by field; up to 32, of up to 256 characters each. */
            texts?: {
                [key: string]: string;
            } | null;
        };
        /** @description One page of readings. */
        ReadingPage: {
            /** @description The readings. */
            readings: components["schemas"]["Reading"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description The result of sending readings. */
        ReadingsStored: {
            /** @description The number of readings that were stored. */
            accepted: number;
            /** @description The number of readings that were stored before. */
            duplicates: number;
            /** @description The number of lines that were not stored, or not completely. */
            failed: number;
            /** @description The first errors; at most 100. */
            errors: components["schemas"]["ReadingsStoredLineError"][];
        };
        /** @description An error in one line or element of the body. */
        ReadingsStoredLineError: {
            /** @description The number of the line, from 1. */
            line: number;
            /** @description The stable code of the error. */
            code: string;
            /** @description What is wrong with the line. */
            message: string;
        };
        /** @description Whether the server is ready. */
        Ready: {
            /** @description Whether the table answers, takes writes and its changes are processed. */
            ready: boolean;
            /** @description Why the server is not ready; empty where it is. */
            reasons: string[];
        };
        /** @description The last 30 minutes of a site. */
        Realtime: {
            /** @description The number of visitors in the last 5 minutes. */
            visitors5: number;
            /** @description The number of visitors in the last 30 minutes. */
            visitors30: number;
            /** @description The page views of each minute, oldest first. */
            pageViewsPerMinute: number[];
            /** @description The most viewed pages. */
            pages: components["schemas"]["RealtimeCounted"][];
            /** @description The sources of most visitors. */
            sources: components["schemas"]["RealtimeCounted"][];
        };
        /** @description A value and how often it was counted. */
        RealtimeCounted: {
            /** @description The value. */
            value: string;
            /** @description The count. */
            count: number;
        };
        /** @description The result of comparing rollup rows with their events. */
        RollupCheck: {
            /** @description The number of rows that were compared. */
            checked: number;
            /** @description The number of rows whose events are gone. They cannot be compared any more. */
            sealed: number;
            /** @description The number of rows that differ from their events. */
            wrongRows: number;
            /** @description The number of rows that differ because changes are not processed yet, and of group rows that wait for their next refresh. Always 0 after a rebuild. */
            pendingRows: number;
            /** @description The first of the wrong rows. */
            wrong: components["schemas"]["RollupCheckRowProblem"][];
            /** @description Keys of items between events or rows that are neither. They are ignored. */
            foreign: string[];
            /** @description The number of rows that a rebuild corrected. */
            rebuilt: number;
            /** @description The number of rows that lack a statistic because no DynamoDB number can hold it. They are not wrong. */
            incompleteRows: number;
            /** @description The number of rows that could not be built or compared. */
            failedRows: number;
            /** @description The first of the incomplete and failed rows. */
            problems: components["schemas"]["RollupCheckRowProblem"][];
        };
        /** @description A row with a problem. */
        RollupCheckRowProblem: {
            /** @description The name of the series. */
            series: string;
            /** @description The identity that the row belongs to. */
            identity: string;
            /** @description The tier of the row. */
            tier: string;
            /**
             * Format: date-time
             * @description The start of its time.
             */
            start: string;
            /** @description The problem. */
            problem: string;
        };
        /** @description The rollup rows to verify or to rebuild. */
        RollupRangeBody: {
            /** @description The id of a device; all rows are checked without it. */
            device?: string | null;
            /** @description The start of the range; 32 days ago by default. */
            from?: string | null;
            /** @description The end of the range, not included. The default is now for a rebuild, and the last full hour for a check. */
            to?: string | null;
        };
        /** @description Rows of a rollup, in order of time; rows of several series that start together are in the order of their ids. */
        RollupRows: {
            /** @description The tier of the rows. */
            tier: components["schemas"]["RollupRowsTier"];
            /** @description The rows. */
            rows: components["schemas"]["RollupRowsRow"][];
        };
        /** @description The statistics of one field. A statistic that no number of DynamoDB can hold is absent. */
        RollupRowsFieldStatistics: {
            /** @description The average. */
            avg?: number;
            /** @description The minimum. */
            min?: number;
            /** @description The maximum. */
            max?: number;
            /** @description The sum. */
            sum?: number;
            /** @description The number of values. */
            count: number;
        };
        /** @description One row of a rollup. */
        RollupRowsRow: {
            /**
             * Format: date-time
             * @description The start of its time, included.
             */
            start: string;
            /**
             * Format: date-time
             * @description The end of its time, not included.
             */
            end: string;
            /** @description Whether the row is in the table; otherwise `fill` made it. */
            stored: boolean;
            /** @description The number of readings. */
            count: number;
            /** @description The statistics of each field. */
            fields: {
                [key: string]: components["schemas"]["RollupRowsFieldStatistics"];
            };
            /** @description The id of the series; absent if that is the id of the device, and for rows of a location or the fleet. */
            series?: string;
        };
        /**
         * @description The length of the time that one row sums up.
         * @enum {string}
         */
        RollupRowsTier: "hour" | "day" | "month";
        /** @description A rule. */
        Rule: {
            /** @description The name. */
            name: string;
            /** @description The condition. `unusual` records anomalies; the other kinds open alerts. */
            kind: components["schemas"]["RuleKind"];
            /** @description The field to check; not for `silent`. */
            field: string | null;
            /** @description The limit of `above` and `below`, the change of `changing`, or the number of standard deviations of `unusual`. */
            limit: number | null;
            /** @description The lower limit of `outside`. */
            low: number | null;
            /** @description The upper limit of `outside`. */
            high: number | null;
            /** @description The value at which the alert is resolved; the limit by default. */
            clearAt: number | null;
            /** @description The time of a change, such as `PT1H`. */
            per: string | null;
            /** @description The time for which the condition must hold, or the length of the silence, such as `PT2M`. */
            for: string | null;
            /** @description The severity of its alerts. */
            severity: components["schemas"]["Severity"];
            /** @description The message of its alerts. */
            message: string;
        };
        /** @description A rule to create or to replace. */
        RuleBody: {
            /** @description The name; used by a backtest only, because the address names the rule otherwise. */
            name?: string | null;
            /**
             * @description The condition. `unusual` records anomalies; the other kinds open alerts.
             * @enum {string|null}
             */
            kind?: "above" | "below" | "outside" | "changing" | "silent" | "unusual" | null;
            /** @description The field to check; not for `silent`. */
            field?: string | null;
            /** @description The limit of `above` and `below`, the change of `changing`, or the number of standard deviations of `unusual`. */
            limit?: number | null;
            /** @description The lower limit of `outside`. */
            low?: number | null;
            /** @description The upper limit of `outside`. */
            high?: number | null;
            /** @description The value at which the alert is resolved; the limit by default. */
            clearAt?: number | null;
            /** @description The time of a change, such as `PT1H`. */
            per?: string | null;
            /** @description The time for which the condition must hold, or the length of the silence, such as `PT2M`. */
            for?: string | null;
            /**
             * @description The severity of its alerts; `medium` by default.
             * @enum {string|null}
             */
            severity?: "low" | "medium" | "high" | "critical" | null;
            /** @description The message of its alerts; the name by default. */
            message?: string | null;
        };
        /**
         * @description The condition of a rule. `unusual` records anomalies; the other kinds open alerts.
         * @enum {string}
         */
        RuleKind: "above" | "below" | "outside" | "changing" | "silent" | "unusual";
        /** @description All rules. */
        RulePage: {
            /** @description The rules, by name. */
            rules: components["schemas"]["Rule"][];
        };
        /** @description A saved funnel of a site. */
        SavedFunnel: {
            /** @description The id. */
            funnelId: string;
            /** @description The name. */
            name: string;
            /** @description The ids of its goals, in the order of the steps. */
            goalIds: string[];
            /**
             * Format: date-time
             * @description The time at which it was saved first.
             */
            createdAt: string | null;
        };
        /** @description A funnel to save or to replace. */
        SavedFunnelBody: {
            /** @description The name; the id by default. */
            name?: string | null;
            /** @description The ids of 2 to 8 goals, in the order of the steps. */
            goalIds?: string[] | null;
        };
        /** @description All saved funnels of a site. */
        SavedFunnelList: {
            /** @description The funnels, by id. */
            funnels: components["schemas"]["SavedFunnel"][];
        };
        /** @enum {string} */
        Scope: "write" | "read" | "admin";
        /** @description A series of a device: the readings with one measurement and the same tags. */
        Series: {
            /** @description The id of the series. */
            series: string;
            /** @description The measurement; null for the plain series of the device, which has neither measurement nor tags. */
            measurement: string | null;
            /** @description The tags by name, without the one that names the device. */
            tags: {
                [key: string]: string;
            };
            /** @description The location, if known. */
            location: string | null;
            /**
             * Format: date-time
             * @description The time of the newest reading.
             */
            lastSeenAt: string | null;
            /** @description The newest reading. */
            latest: null | components["schemas"]["Reading"];
            /** @description The names of all fields. */
            fields: string[];
            /** @description The number of unresolved alerts. */
            alerts: number;
        };
        /** @description The lines of a chart of one series. */
        SeriesLines: {
            /** @description The id of the series. */
            series: string;
            /** @description The measurement; null for the plain series of the device. */
            measurement: string | null;
            /** @description The tags by name, without the one that names the device. */
            tags: {
                [key: string]: string;
            };
            /** @description The source of the points: `raw` for readings, otherwise the tier of the rollup rows. */
            tier: components["schemas"]["DeviceSeriesTier"];
            /** @description Whether readings were left out. The lines keep their shape. */
            thinned: boolean;
            /** @description A line for each field. */
            fields: {
                [key: string]: components["schemas"]["DeviceSeriesLine"];
            };
        };
        /** @enum {string} */
        Severity: "low" | "medium" | "high" | "critical";
        /** @description A web site. */
        Site: {
            /** @description The id. */
            siteId: string;
            /** @description The name. */
            name: string;
            /** @description The domains whose hits count for the site. */
            domains: string[];
            /** @description The time zone of its days, such as `Europe/Berlin`. */
            timezone: string;
            /**
             * Format: date-time
             * @description The time at which the time zone takes effect; only present until then.
             */
            timezoneSince?: string;
            /** @description Whether hits with `DNT: 1` or `Sec-GPC: 1` are dropped (`honoured`) or counted (`ignored`). */
            privacySignals: components["schemas"]["PrivacySignals"];
            /**
             * Format: date-time
             * @description The time at which the site was added.
             */
            createdAt: string | null;
            /** @description The number of visitors in the last 24 hours; only in lists. */
            visitors24h?: number;
            /** @description The change of that number against the 24 hours before; absent where there is nothing to compare with. */
            change?: number;
        };
        /** @description A site to add or to change. Properties that are left out stay as they are. */
        SiteBody: {
            /** @description The id; the same as in the address. */
            siteId?: string | null;
            /** @description The name. */
            name?: string | null;
            /** @description The domains whose hits count for the site. */
            domains?: string[] | null;
            /** @description The time zone of its days, such as `Europe/Berlin`. */
            timezone?: string | null;
            /**
             * @description Whether hits with `DNT: 1` or `Sec-GPC: 1` are dropped (`honoured`) or counted (`ignored`).
             * @enum {string|null}
             */
            privacySignals?: "honoured" | "ignored" | null;
        };
        /** @description The values of one dimension, the most frequent first; goals by their visitors. */
        SiteBreakdown: {
            /** @description The dimension. */
            by: string;
            /** @description The number that `count` holds; for goals, the number they are sorted by. */
            metric: components["schemas"]["SiteMetric"];
            /** @description The days. */
            period: components["schemas"]["Period"];
            /** @description The values. */
            rows: components["schemas"]["SiteBreakdownRow"][];
            /** @description Whether the numbers are estimates. */
            approximate: boolean;
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description One value of a dimension. */
        SiteBreakdownRow: {
            /** @description The value. */
            value: string;
            /** @description How often it was counted. */
            count: number;
            /** @description Its share of all, from 0 to 1. */
            share: number;
            /** @description The number of visitors; null where it is not known. */
            visitors: number | null;
            /** @description The share of visitors who met the goal; only for goals. */
            conversionRate?: number;
            /** @description The revenue by currency; only for goals. */
            revenue?: {
                [key: string]: number;
            };
        };
        /** @description The hits of a site that were received and not counted. */
        SiteDropped: {
            /** @description The days; they are days in UTC. */
            period: components["schemas"]["Period"];
            /** @description The numbers of the period. */
            total: components["schemas"]["SiteDroppedCounts"];
            /** @description The days with such hits, in their order. */
            days: components["schemas"]["SiteDroppedDay"][];
        };
        /** @description Numbers of dropped hits by reason. */
        SiteDroppedCounts: {
            /** @description Hits of bots, and hits without a user agent. */
            bots: number;
            /** @description Hits with `DNT: 1`. */
            doNotTrack: number;
            /** @description Hits with `Sec-GPC: 1`. */
            globalPrivacyControl: number;
            /** @description Times on a page that arrived when their session was over. */
            withoutSession: number;
            /** @description Hits beyond the rate of one address. */
            overRate: number;
        };
        /** @description The dropped hits of a day. */
        SiteDroppedDay: {
            /**
             * Format: date
             * @description The day in UTC.
             */
            day: string;
            /** @description Hits of bots, and hits without a user agent. */
            bots: number;
            /** @description Hits with `DNT: 1`. */
            doNotTrack: number;
            /** @description Hits with `Sec-GPC: 1`. */
            globalPrivacyControl: number;
            /** @description Times on a page that arrived when their session was over. */
            withoutSession: number;
            /** @description Hits beyond the rate of one address. */
            overRate: number;
        };
        /**
         * @description A number that is counted for sites.
         * @enum {string}
         */
        SiteMetric: "visitors" | "sessions" | "pageViews" | "viewsPerSession" | "bounceRate" | "sessionDuration" | "events";
        /** @description One page of sites. */
        SitePage: {
            /** @description The sites, by id. */
            sites: components["schemas"]["Site"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description How long visitors saw the pages of a site. */
        SitePageTimes: {
            /** @description The days. */
            period: components["schemas"]["Period"];
            /** @description The pages; those with the most views first. */
            rows: components["schemas"]["SitePageTimesRow"][];
            /** @description The token of the next page; null on the last page. */
            next: string | null;
        };
        /** @description The time on one page. */
        SitePageTimesRow: {
            /** @description The path. */
            page: string;
            /** @description The page views in sessions that reported a time for this page. */
            views: number;
            /** @description The average time for which a view was visible, in seconds. */
            seconds: number;
        };
        /** @description One number over a period, as parallel lists. */
        SiteSeries: {
            /** @description The days. */
            period: components["schemas"]["Period"];
            /** @description The number. */
            metric: components["schemas"]["SiteMetric"];
            interval: components["schemas"]["SiteSeriesInterval"];
            /** @description The start of each point in the time zone of the site: a date, or a date and a time. */
            t: string[];
            /** @description The values; null for points in the future and for rates of no sessions. */
            values: (number | null)[];
            /** @description The values of the earlier period; null where there is nothing to compare with. */
            before: (number | null)[] | null;
        };
        /**
         * @description The time of one point.
         * @enum {string}
         */
        SiteSeriesInterval: "minute" | "hour" | "day" | "month";
        /** @description The numbers of a period. */
        SiteStats: {
            /** @description The days. */
            period: components["schemas"]["Period"];
            /** @description The numbers. */
            metrics: components["schemas"]["SiteStatsMetrics"];
            /** @description Whether the number of visitors is an estimate. */
            approximate: boolean;
            /** @description Whether rollups or the hits themselves were counted. */
            source: components["schemas"]["SiteStatsSource"];
            /** @description Whether a visitor who came on two days counts twice. */
            visitorDays: boolean;
        };
        /** @description A number and its value in the period it is compared with. */
        SiteStatsMeasured: {
            /** @description The number; 0 for a rate of no sessions. */
            value: number;
            /** @description The number of the earlier period; null where there is nothing to compare with. */
            before: number | null;
            /** @description The relative change, such as 0.25 for a quarter more; null where there is nothing to compare with. */
            change: number | null;
        };
        /** @description The numbers of a period. */
        SiteStatsMetrics: {
            /** @description The number of visitors. */
            visitors: components["schemas"]["SiteStatsMeasured"];
            /** @description The number of sessions. */
            sessions: components["schemas"]["SiteStatsMeasured"];
            /** @description The number of page views. */
            pageViews: components["schemas"]["SiteStatsMeasured"];
            /** @description The number of page views per session. */
            viewsPerSession: components["schemas"]["SiteStatsMeasured"];
            /** @description The share of sessions with one page view, from 0 to 1. */
            bounceRate: components["schemas"]["SiteStatsMeasured"];
            /** @description The mean duration of a session in seconds. */
            sessionDuration: components["schemas"]["SiteStatsMeasured"];
        };
        /**
         * @description What statistics were counted from.
         * @enum {string}
         */
        SiteStatsSource: "rollups" | "raw";
        /** @description A table. */
        Table: {
            /** @description The name. */
            name: string;
            /** @description The number of items; null where it is not known. */
            items: number | null;
            /** @description The size of the files of an embedded database; null where it is not known. */
            bytes: number | null;
            /** @description The kinds of items that are declared. */
            kinds: components["schemas"]["Kind"][];
        };
        /** @description The engine and its tables. */
        TableList: {
            /** @description The engine, such as `rocksdb` or `dynamodb`. */
            engine: string;
            /** @description The tables. */
            tables: components["schemas"]["Table"][];
        };
        /** @description A token, without its secret. */
        Token: {
            /** @description The hash of the secret, by which the token is revoked. */
            hash: string;
            /** @description The name of its owner. */
            name: string;
            /** @description The scopes. */
            scopes: components["schemas"]["Scope"][];
            /** @description The one site that the token may read and send hits for, such as `site:blog`, or the one device that it may send readings for; null for all. */
            only: string | null;
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string | null;
        };
        /** @description A token to create. */
        TokenBody: {
            /** @description The name of its owner; 1 to 100 characters. */
            name?: string | null;
            /** @description The scopes: `write`, `read` and `admin`. */
            scopes?: ("write" | "read" | "admin")[] | null;
            /** @description The one site that the token may read and send hits for, such as `site:blog`, or the one device that it may send readings for, such as `device:x`. The scope of a device must be `write` alone; that of a site may not be `admin`. */
            only?: string | null;
        };
        /** @description A new token with its secret, which is never shown again. */
        TokenCreated: {
            /** @description The hash of the secret, by which the token is revoked. */
            hash: string;
            /** @description The name of its owner. */
            name: string;
            /** @description The scopes. */
            scopes: components["schemas"]["Scope"][];
            /** @description The one site that the token may read and send hits for, such as `site:blog`, or the one device that it may send readings for; null for all. */
            only: string | null;
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string | null;
            /** @description The secret. */
            secret: string;
        };
        /** @description All tokens. */
        TokenList: {
            /** @description The tokens. */
            tokens: components["schemas"]["Token"][];
        };
        /** @description The result of erasing a visitor. */
        VisitorErased: {
            /** @description The id of the visitor. */
            visitorId: string;
            /** @description The number of page views that were deleted. */
            pageViews: number;
            /** @description The number of custom events that were deleted. */
            events: number;
            /** @description The number of sessions that were deleted. */
            sessions: number;
            /** @description The number of items that arrived during the deletion and are still stored. */
            remaining: number;
        };
        /** @description Everything that is stored of a visitor. Each list holds the stored items as objects, attribute by attribute. */
        VisitorExport: {
            /** @description The id of the site. */
            siteId: string;
            /** @description The id of the visitor, which changes every day. */
            visitorId: string;
            /** @description The page views. */
            pageViews: {
                [key: string]: unknown;
            }[];
            /** @description The custom events. */
            events: {
                [key: string]: unknown;
            }[];
            /** @description The sessions. */
            sessions: {
                [key: string]: unknown;
            }[];
            /** @description The entries of the log of hits. */
            listed: {
                [key: string]: unknown;
            }[];
        };
    };
    responses: {
        /** @description The server is busy. Nothing was stored; send the request again after Retry-After seconds. */
        Busy: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What went wrong, and what to change. */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What went wrong, and what to change. */
        InfluxError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InfluxError"];
            };
        };
    };
    parameters: {
        /** @description The id of the alert. */
        Alert: string;
        /** @description The id of the device. */
        AlertDevice: string;
        /** @description The name of the channel. */
        Channel: string;
        /** @description The period to compare with. */
        Compare: "previous" | "year" | "none";
        /** @description The id of a device, percent-encoded. */
        Device: string;
        /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
        Explain: boolean;
        /** @description Names of fields, separated by commas; all fields by default. */
        Fields: string;
        /** @description Filters such as `page:is:/pricing;source:is:Google|Bing`: a dimension, an operator (`is`, `is_not`, `contains` or `prefix`) and values. All filters must match; one value of a filter is enough. Within a value, write %, ; and | as %25, %3B and %7C before the address is encoded. */
        Filters: string;
        /** @description The format of the answer. */
        Format: "json" | "csv";
        /** @description The start of the range, included; a day before the end by default. */
        From: string;
        /** @description The first day of a custom period. */
        FromDay: string;
        /** @description The id of a saved funnel. */
        Funnel: string;
        /** @description The id of the goal. */
        Goal: string;
        /** @description The id of a device. */
        OfDevice: string;
        /** @description The order of the results. */
        Order: "asc" | "desc";
        /** @description The `next` of the page before, with all other parameters unchanged. */
        Page: string;
        /** @description `today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last months such as `12mo`, or `custom`, which `from` alone selects too. */
        Period: string;
        /** @description The unit of the times. */
        Precision: "ns" | "n" | "us" | "u" | "ms" | "s" | "m" | "h";
        /** @description The name of the rule. */
        Rule: string;
        /** @description The id of one series of the device; all its series by default. */
        Series: string;
        /** @description The id of a site. */
        Site: string;
        /** @description The name of a table. */
        Table: string;
        /** @description The end of the range, not included; now by default. */
        To: string;
        /** @description The day after the last day of a custom period. */
        ToDay: string;
        /** @description The id of a visitor. */
        Visitor: string;
    };
    requestBodies: never;
    headers: {
        /** @description The number of seconds after which to send the request again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    fleet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the fleet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    devices: {
        parameters: {
            query?: {
                /** @description The status of the devices. */
                status?: "active" | "inactive" | "maintenance" | "deleting";
                /** @description The location of the devices. */
                location?: string;
                /** @description Whether the devices have a recent reading. */
                online?: boolean;
                /** @description A part of the id, name, location or a label. */
                q?: string;
                /** @description `deviceId`, `name`, `status`, `location`, `lastSeenAt`, `alerts`, or a field of the readings. */
                sort?: string;
                /** @description The order of the results. */
                order?: components["parameters"]["Order"];
                /** @description The field of the hourly averages; the main field of each device by default. */
                spark?: string;
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePage"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    device: {
        parameters: {
            query?: {
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
            };
            header?: never;
            path: {
                /** @description The id of a device, percent-encoded. */
                id: components["parameters"]["Device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a device, percent-encoded. */
                id: components["parameters"]["Device"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceBody"];
            };
        };
        responses: {
            /** @description The device after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteDevice: {
        parameters: {
            query?: {
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
                /** @description Delete the device only if it has no reading after this time. */
                unseenSince?: string;
            };
            header?: never;
            path: {
                /** @description The id of a device, percent-encoded. */
                id: components["parameters"]["Device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceDeleted"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    locations: {
        parameters: {
            query?: {
                /** @description A part of the name. */
                q?: string;
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of locations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationPage"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    latest: {
        parameters: {
            query?: {
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
            };
            header?: never;
            path: {
                /** @description The id of a device, percent-encoded. */
                id: components["parameters"]["Device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest reading of all series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reading"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readings: {
        parameters: {
            query?: {
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
                /** @description The start of the range, included; a day before the end by default. */
                from?: components["parameters"]["From"];
                /** @description The end of the range, not included; now by default. */
                to?: components["parameters"]["To"];
                /** @description Names of fields, separated by commas; all fields by default. */
                fields?: components["parameters"]["Fields"];
                /** @description The order of the results. */
                order?: components["parameters"]["Order"];
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a device, percent-encoded. */
                id: components["parameters"]["Device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of readings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadingPage"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    series: {
        parameters: {
            query?: {
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
                /** @description The start of the range, included; a day before the end by default. */
                from?: components["parameters"]["From"];
                /** @description The end of the range, not included; now by default. */
                to?: components["parameters"]["To"];
                /** @description Names of fields, separated by commas; all fields by default. */
                fields?: components["parameters"]["Fields"];
                /** @description The largest number of points of a line. */
                points?: number;
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a device, percent-encoded. */
                id: components["parameters"]["Device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each field of each series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceSeries"] | components["schemas"]["Explained"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    baseline: {
        parameters: {
            query: {
                /** @description The id of a series; the first one that has the field by default. */
                series?: string;
                /** @description The name of the field. */
                field: string;
                /** @description The start of the range, included; a day before the end by default. */
                from?: components["parameters"]["From"];
                /** @description The end of the range, not included; now by default. */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                /** @description The id of a device, percent-encoded. */
                id: components["parameters"]["Device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The baseline of each hour. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Baseline"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    rollups: {
        parameters: {
            query?: {
                /** @description The id of a device. */
                device?: components["parameters"]["OfDevice"];
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
                /** @description A location. */
                location?: string;
                /** @description Rows of the whole fleet. */
                fleet?: boolean;
                /** @description The tier of the rows. */
                tier?: "hour" | "day" | "month";
                /** @description The start of the range, included; 7 days before the end by default. */
                from?: string;
                /** @description The end of the range, not included; now by default. */
                to?: components["parameters"]["To"];
                /** @description How gaps are filled. A filled range may have up to 10,000 rows. */
                fill?: "none" | "zero" | "previous" | "linear";
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows in order of time. As CSV each statistic of a field is a column, such as `temperature.avg`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollupRows"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    alerts: {
        parameters: {
            query?: {
                /** @description The severity of the alerts. */
                severity?: "low" | "medium" | "high" | "critical";
                /** @description The status of the alerts; `unresolved` is open or acknowledged. */
                status?: "open" | "acknowledged" | "resolved" | "unresolved";
                /** @description The id of a device. */
                device?: components["parameters"]["OfDevice"];
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of alerts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPage"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    acknowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the device. */
                device: components["parameters"]["AlertDevice"];
                /** @description The id of the alert. */
                alert: components["parameters"]["Alert"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActorBody"];
            };
        };
        responses: {
            /** @description The alert after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    resolve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the device. */
                device: components["parameters"]["AlertDevice"];
                /** @description The id of the alert. */
                alert: components["parameters"]["Alert"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActorBody"];
            };
        };
        responses: {
            /** @description The alert after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    rules: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePage"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the rule. */
                name: components["parameters"]["Rule"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleBody"];
            };
        };
        responses: {
            /** @description The rule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the rule. */
                name: components["parameters"]["Rule"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    backtest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BacktestBody"];
            };
        };
        responses: {
            /** @description The alerts that the rule would have opened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestResult"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    anomalies: {
        parameters: {
            query?: {
                /** @description The start of the range, included; a day before the end by default. */
                from?: components["parameters"]["From"];
                /** @description The end of the range, not included; now by default. */
                to?: components["parameters"]["To"];
                /** @description The id of a device. */
                device?: components["parameters"]["OfDevice"];
                /** @description The id of one series of the device; all its series by default. */
                series?: components["parameters"]["Series"];
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of anomalies. As CSV each finding is a line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnomalyPage"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    channels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All channels, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the channel. */
                name: components["parameters"]["Channel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel, without its secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the channel. */
                name: components["parameters"]["Channel"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"kind":"slack","url":"https://hooks.slack.com/services/T0/B0/x","minSeverity":"high"} */
                "application/json": components["schemas"]["ChannelBody"];
            };
        };
        responses: {
            /** @description The channel after the change, without its secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the channel. */
                name: components["parameters"]["Channel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the channel. */
                name: components["parameters"]["Channel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the receiver accepted the notice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelTestResult"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the device. */
                device: components["parameters"]["AlertDevice"];
                /** @description The id of the alert. */
                alert: components["parameters"]["Alert"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One delivery for each event of the alert and each channel that gets it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    verifyRollups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollupRangeBody"];
            };
        };
        responses: {
            /** @description The result of the check. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollupCheck"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    rebuildRollups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollupRangeBody"];
            };
        };
        responses: {
            /** @description The result of the rebuild. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollupCheck"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    sendReadings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"deviceId":"sensor_01","at":"2026-04-20T14:00:00Z","fields":{"temperature":21.4}} */
                "application/json": components["schemas"]["ReadingBody"] | components["schemas"]["ReadingBody"][];
                /** @example {"deviceId":"sensor_01","temperature":21.4} */
                "application/x-ndjson": string;
                /**
                 * @example deviceId,at,temperature
                 *     sensor_01,2026-04-20T14:00:00Z,21.4
                 */
                "text/csv": string;
                /** @example climate,device=sensor_01 temperature=21.4 1776693600000000000 */
                "text/x-line-protocol": string;
            };
        };
        responses: {
            /** @description What was stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadingsStored"];
                };
            };
            /** @description Nothing was stored, for these reasons. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadingsStored"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["Busy"];
            default: components["responses"]["Error"];
        };
    };
    writeLines: {
        parameters: {
            query?: {
                /** @description Ignored. */
                db?: string;
                /** @description Ignored. */
                u?: string;
                /** @description The token, for clients that cannot send headers. */
                p?: string;
                /** @description The unit of the times. */
                precision?: components["parameters"]["Precision"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example climate,device=sensor_01 temperature=21.4 1776693600000000000 */
                "text/plain": string;
            };
        };
        responses: {
            /** @description All lines with a number are stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What was not stored, and why, as InfluxDB says it. Lines that are not named were stored. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
            /** @description What was not stored, and why, as InfluxDB says it. Lines that are not named were stored. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
            /** @description Nothing was stored; send the request again after Retry-After seconds. Other addresses answer 429 here; clients of InfluxDB 1 drop data after 429. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
            default: components["responses"]["InfluxError"];
        };
    };
    writeLines2: {
        parameters: {
            query?: {
                /** @description Ignored. */
                org?: string;
                /** @description Ignored. */
                bucket?: string;
                /** @description The unit of the times. */
                precision?: components["parameters"]["Precision"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example climate,device=sensor_01 temperature=21.4 1776693600000000000 */
                "text/plain": string;
            };
        };
        responses: {
            /** @description All lines with a number are stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What was not stored, and why, as InfluxDB says it. Lines that are not named were stored. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What was not stored, and why, as InfluxDB says it. Lines that are not named were stored. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
            429: components["responses"]["Busy"];
            default: components["responses"]["Error"];
        };
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is there. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sites: {
        parameters: {
            query?: {
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of sites, with the visitors of the last 24 hours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePage"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    site: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteBody"];
            };
        };
        responses: {
            /** @description The site after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    links: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All shared links, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"name":"customer","password":"correct horse"} */
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            /** @description The link with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkCreated"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revokeLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of the shared link. */
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    openLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"secret":"Xk3…"} */
                "application/json": components["schemas"]["LinkOpening"];
            };
        };
        responses: {
            /** @description The session, or that a password is needed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkSession"];
                };
            };
            /** @description There is no such link. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["Busy"];
            default: components["responses"]["Error"];
        };
    };
    stats: {
        parameters: {
            query?: {
                /** @description `today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last months such as `12mo`, or `custom`, which `from` alone selects too. */
                period?: components["parameters"]["Period"];
                /** @description The first day of a custom period. */
                from?: components["parameters"]["FromDay"];
                /** @description The day after the last day of a custom period. */
                to?: components["parameters"]["ToDay"];
                /** @description Filters such as `page:is:/pricing;source:is:Google|Bing`: a dimension, an operator (`is`, `is_not`, `contains` or `prefix`) and values. All filters must match; one value of a filter is enough. Within a value, write %, ; and | as %25, %3B and %7C before the address is encoded. */
                filters?: components["parameters"]["Filters"];
                /** @description The period to compare with. */
                compare?: components["parameters"]["Compare"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of the period, and of the period before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteStats"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    timeseries: {
        parameters: {
            query?: {
                /** @description The number. */
                metric?: "visitors" | "sessions" | "pageViews" | "viewsPerSession" | "bounceRate" | "sessionDuration" | "events";
                /** @description The time of one point; the one that fits the period by default. */
                interval?: "minute" | "hour" | "day" | "month";
                /** @description `today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last months such as `12mo`, or `custom`, which `from` alone selects too. */
                period?: components["parameters"]["Period"];
                /** @description The first day of a custom period. */
                from?: components["parameters"]["FromDay"];
                /** @description The day after the last day of a custom period. */
                to?: components["parameters"]["ToDay"];
                /** @description Filters such as `page:is:/pricing;source:is:Google|Bing`: a dimension, an operator (`is`, `is_not`, `contains` or `prefix`) and values. All filters must match; one value of a filter is enough. Within a value, write %, ; and | as %25, %3B and %7C before the address is encoded. */
                filters?: components["parameters"]["Filters"];
                /** @description The period to compare with. */
                compare?: components["parameters"]["Compare"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Parallel lists. Times are local to the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSeries"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    realtime: {
        parameters: {
            query?: {
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 30 minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Realtime"] | components["schemas"]["Explained"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    breakdown: {
        parameters: {
            query?: {
                /** @description The dimension: `page`, `entryPage`, `exitPage`, `hostname`, `source`, `referrer`, `channel`, `utmSource`, `utmMedium`, `utmCampaign`, `utmTerm`, `utmContent`, `country`, `device`, `browser`, `os`, `event`, `goal`, or a property of events as `props.NAME`. */
                by?: string;
                /** @description `today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last months such as `12mo`, or `custom`, which `from` alone selects too. */
                period?: components["parameters"]["Period"];
                /** @description The first day of a custom period. */
                from?: components["parameters"]["FromDay"];
                /** @description The day after the last day of a custom period. */
                to?: components["parameters"]["ToDay"];
                /** @description Filters such as `page:is:/pricing;source:is:Google|Bing`: a dimension, an operator (`is`, `is_not`, `contains` or `prefix`) and values. All filters must match; one value of a filter is enough. Within a value, write %, ; and | as %25, %3B and %7C before the address is encoded. */
                filters?: components["parameters"]["Filters"];
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of values. As CSV revenue has a column for each currency, such as `revenue.EUR`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteBreakdown"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    pageTimes: {
        parameters: {
            query?: {
                /** @description `today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last months such as `12mo`, or `custom`, which `from` alone selects too. */
                period?: components["parameters"]["Period"];
                /** @description The first day of a custom period. */
                from?: components["parameters"]["FromDay"];
                /** @description The day after the last day of a custom period. */
                to?: components["parameters"]["ToDay"];
                /** @description Filters such as `page:is:/pricing;source:is:Google|Bing`: a dimension, an operator (`is`, `is_not`, `contains` or `prefix`) and values. All filters must match; one value of a filter is enough. Within a value, write %, ; and | as %25, %3B and %7C before the address is encoded. */
                filters?: components["parameters"]["Filters"];
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of pages, those with the most views first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePageTimes"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    funnel: {
        parameters: {
            query?: {
                /** @description Ids of goals in their order, separated by commas; needed without `funnel`. */
                steps?: string;
                /** @description The id of a saved funnel, instead of `steps`. */
                funnel?: string;
                /** @description `today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last months such as `12mo`, or `custom`, which `from` alone selects too. */
                period?: components["parameters"]["Period"];
                /** @description The first day of a custom period. */
                from?: components["parameters"]["FromDay"];
                /** @description The day after the last day of a custom period. */
                to?: components["parameters"]["ToDay"];
                /** @description Filters such as `page:is:/pricing;source:is:Google|Bing`: a dimension, an operator (`is`, `is_not`, `contains` or `prefix`) and values. All filters must match; one value of a filter is enough. Within a value, write %, ; and | as %25, %3B and %7C before the address is encoded. */
                filters?: components["parameters"]["Filters"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Funnel"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    savedFunnels: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All saved funnels. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFunnelList"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of a saved funnel. */
                funnel: components["parameters"]["Funnel"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedFunnelBody"];
            };
        };
        responses: {
            /** @description The funnel after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFunnel"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of a saved funnel. */
                funnel: components["parameters"]["Funnel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnel is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    dropped: {
        parameters: {
            query?: {
                /** @description `today`, `yesterday`, `month` up to today, the last days including today such as `7d`, the last months such as `12mo`, or `custom`, which `from` alone selects too. */
                period?: components["parameters"]["Period"];
                /** @description The first day of a custom period. */
                from?: components["parameters"]["FromDay"];
                /** @description The day after the last day of a custom period. */
                to?: components["parameters"]["ToDay"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers by reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteDropped"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    goals: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All goals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalPage"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    goal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of the goal. */
                goal: components["parameters"]["Goal"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putGoal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of the goal. */
                goal: components["parameters"]["Goal"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalBody"];
            };
        };
        responses: {
            /** @description The goal after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteGoal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of the goal. */
                goal: components["parameters"]["Goal"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    visitor: {
        parameters: {
            query?: {
                /** @description The start of the range, included; 31 days ago by default. */
                from?: string;
                /** @description The end of the range, not included; an hour from now by default. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of a visitor. */
                visitor: components["parameters"]["Visitor"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hits and sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorExport"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    eraseVisitor: {
        parameters: {
            query?: {
                /** @description The start of the range, included; 31 days ago by default. */
                from?: string;
                /** @description The end of the range, not included; an hour from now by default. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The id of a site. */
                id: components["parameters"]["Site"];
                /** @description The id of a visitor. */
                visitor: components["parameters"]["Visitor"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorErased"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    sendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"n":"pageview","u":"https://blog.example/pricing","d":"blog","r":"https://www.google.com/"} */
                "application/json": components["schemas"]["Event"];
                /** @example {"n":"pageview","u":"https://blog.example/","d":"blog"} */
                "text/plain": string;
            };
        };
        responses: {
            /** @description The hit is stored, or dropped on purpose: hits of robots and of visitors who do not want to be counted are dropped. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["Busy"];
            default: components["responses"]["Error"];
        };
    };
    eventPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sending is allowed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engine and its tables. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    partitions: {
        parameters: {
            query?: {
                /** @description The beginning of the partition keys. */
                prefix?: string;
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                /** @description The name of a table. */
                name: components["parameters"]["Table"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of partitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartitionPage"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    items: {
        parameters: {
            query: {
                /** @description The partition key. */
                partition: string;
                /** @description The sort key to start with, included. */
                from?: string;
                /** @description The order of the results. */
                order?: components["parameters"]["Order"];
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
                /** @description Returns the requests to the table and their cost instead of the result. Nothing is read from the data. */
                explain?: components["parameters"]["Explain"];
            };
            header?: never;
            path: {
                /** @description The name of a table. */
                name: components["parameters"]["Table"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPage"] | components["schemas"]["Explained"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    block: {
        parameters: {
            query: {
                /** @description The partition key of the block. */
                partition: string;
                /** @description The sort key of the block. */
                sort: string;
                /** @description The largest number of results in one answer. */
                limit?: number;
                /** @description The `next` of the page before, with all other parameters unchanged. */
                page?: components["parameters"]["Page"];
                /** @description The format of the answer. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                /** @description The name of a table. */
                name: components["parameters"]["Table"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockPage"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All tokens, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {"name":"gateway","scopes":["write"],"only":"device:sensor_01"} */
                "application/json": components["schemas"]["TokenBody"];
            };
        };
        responses: {
            /** @description The token with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenCreated"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The hash of the token. */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    access: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scopes, and the one site if reading is limited to it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Access"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description The server is not ready, for these reasons. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in Prometheus' text format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
        };
    };
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    docsStyle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A style sheet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                };
            };
        };
    };
    influxQuery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to read instead, in the form of InfluxDB's errors. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
        };
    };
    influxPostQuery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to read instead, in the form of InfluxDB's errors. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
        };
    };
    fluxQuery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to read instead, in the form of InfluxDB's errors. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
        };
    };
    sqlQuery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to read instead, in the form of InfluxDB's errors. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
        };
    };
    sqlPostQuery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to read instead, in the form of InfluxDB's errors. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
        };
    };
    influxQuery3: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to read instead, in the form of InfluxDB's errors. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
        };
    };
    influxPostQuery3: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to read instead, in the form of InfluxDB's errors. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfluxError"];
                };
            };
        };
    };
    live: {
        parameters: {
            query?: {
                /** @description At most 200 topics, separated by commas: `fleet`, `device:ID` and `site:ID`. Percent-encode each topic by itself before the address is encoded, because ids may hold commas. */
                topics?: string;
                /** @description The token, for clients that cannot send headers, such as EventSource. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until either side closes the connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A topic is unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["Busy"];
            default: components["responses"]["Error"];
        };
    };
}
