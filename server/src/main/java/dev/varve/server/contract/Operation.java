package dev.varve.server.contract;

import dev.varve.server.api.ErrorJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an operation of the HTTP API takes and answers. The description in OpenAPI is generated from it.
 *
 * @param id the name by which generated clients call it
 * @param details what the summary does not say; may be empty
 * @param requests the bodies that are taken; none where there is no body
 * @param answers good answers and errors with a status of their own
 * @param error the body of all other errors, or null where there are none
 */
public record Operation(
        Tag tag,
        String id,
        String summary,
        String details,
        List<Parameter> parameters,
        List<Content> requests,
        List<Answer> answers,
        @Nullable Class<?> error) {

    public static final String JSON = "application/json";
    public static final String CSV = "text/csv";

    /** The answer where too much is under way. */
    public static final Answer BUSY = new Answer(
            429,
            "The server is busy. Nothing was stored; send the request again after Retry-After seconds.",
            List.of(new Content(JSON, ErrorJson.class, Shape.ONE, null)));

    /**
     * A body.
     *
     * @param mediaType its media type
     * @param type the record of a body of JSON, or String for text
     * @param shape one value or a list
     * @param example an example, or null
     */
    public record Content(
            String mediaType,
            Class<?> type,
            Shape shape,
            @Nullable String example) {}

    /** How many values a body of JSON holds. */
    public enum Shape {
        ONE,
        /** One value or a list of them. */
        ONE_OR_MORE,
        /** A body that may be left out. */
        OPTIONAL
    }

    /**
     * An answer.
     *
     * @param contents the forms in which it comes; none for an answer without a body
     */
    public record Answer(int status, String description, List<Content> contents) {

        public Answer {
            contents = List.copyOf(contents);
        }
    }

    public Operation {
        parameters = List.copyOf(parameters);
        requests = List.copyOf(requests);
        answers = List.copyOf(answers);
    }

    public static Operation of(Tag tag, String id, String summary) {
        return new Operation(tag, id, summary, "", List.of(), List.of(), List.of(), ErrorJson.class);
    }

    public Operation details(String newDetails) {
        return new Operation(tag, id, summary, newDetails, parameters, requests, answers, error);
    }

    public Operation with(Parameter... more) {
        return new Operation(
                tag,
                id,
                summary,
                details,
                Stream.concat(parameters.stream(), Stream.of(more)).toList(),
                requests,
                answers,
                error);
    }

    /** Takes a record as JSON. */
    public Operation takes(Class<?> type) {
        return takes(new Content(JSON, type, Shape.ONE, null));
    }

    public Operation takes(Content content) {
        List<Content> more = new ArrayList<>(requests);
        more.add(content);
        return new Operation(tag, id, summary, details, parameters, more, answers, error);
    }

    /** Takes text of a media type. */
    public Operation takesText(String mediaType, String example) {
        return takes(new Content(mediaType, String.class, Shape.ONE, example));
    }

    /** Answers with a record as JSON. */
    public Operation answers(Class<?> type, String description) {
        return answers(200, type, description);
    }

    public Operation answers(int status, Class<?> type, String description) {
        return answers(new Answer(status, description, List.of(new Content(JSON, type, Shape.ONE, null))));
    }

    /** Answers with text of a media type. */
    public Operation answersText(String mediaType, String description) {
        return answers(new Answer(200, description, List.of(new Content(mediaType, String.class, Shape.ONE, null))));
    }

    /** Answers without a body. */
    public Operation answersNothing(int status, String description) {
        return answers(new Answer(status, description, List.of()));
    }

    /** Answers 429 where too much is under way. */
    public Operation answersBusy() {
        return answers(BUSY);
    }

    private Operation answers(Answer answer) {
        List<Answer> more = new ArrayList<>(answers);
        more.add(answer);
        return new Operation(tag, id, summary, details, parameters, requests, more, error);
    }

    /** Answers as CSV too, where the request asks for it. */
    public Operation asCsv() {
        List<Answer> more = answers.stream()
                .map(answer -> answer.status() == 200
                        ? new Answer(
                                200,
                                answer.description(),
                                Stream.concat(
                                                answer.contents().stream(),
                                                Stream.of(new Content(CSV, String.class, Shape.ONE, null)))
                                        .toList())
                        : answer)
                .toList();
        return new Operation(tag, id, summary, details, parameters, requests, more, error).with(Parameters.FORMAT);
    }

    /** Answers one page of a list. */
    public Operation inPages() {
        return with(Parameters.PAGE);
    }

    /** Explains what it would cost, where the request asks for it. */
    public Operation explained() {
        return with(Parameters.EXPLAIN);
    }

    /** Answers errors with another body. */
    public Operation failsWith(Class<?> newError) {
        return new Operation(tag, id, summary, details, parameters, requests, answers, newError);
    }

    /** Says that there are no other answers. */
    public Operation neverFails() {
        return new Operation(tag, id, summary, details, parameters, requests, answers, null);
    }

    public boolean isExplained() {
        return parameters.contains(Parameters.EXPLAIN);
    }
}
